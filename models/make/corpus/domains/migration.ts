import type { Domain } from "../domain.ts";

/** Goals of the domain "migration", and good plans for them. */
export const migration: Domain = {
  name: "migration",
  teams: "platform team, operations team, developers, support team, users, finance team, engineers",
  roles: "data owner, lead engineer, operations manager, project lead",
  objects: `database, data, server, archive, mail server, website, wiki, file share, queue, search index, data warehouse,
    ledger, system, platform, application, service, code base, repository, forum, shop, intranet, records, logs, cluster`,
  slots: {
    y: `a new server, the cloud, a new provider, a managed service, another region, the new cluster, a newer version,
      our own servers, a second data centre, a smaller machine, a new host, the new platform, another account, Postgres,
      new hardware, the group's system, a shared database, encrypted storage`,
  },
  goals: `
    [Move|Migrate|Transfer|Shift|Relocate|Bring] {our} {x} to {y}
    [Move|Migrate|Switch] {our} {x} over to {y}
    [Copy|Take|Port] {our} {x} to {y} and [switch off|retire|shut down] the old one
    [Upgrade|Update] {our} {x} to a newer version
    Replace {our} {x} with {y}`,
  assumptions: `
    The old and the new side can run next to each other for [some days|a week|two weeks]
    [Someone with|A person who has] full access to the {x} can take part
    A short [pause|window without changes] can be agreed with the {team}
    The new side has [room for|enough space for] the whole {x} and a year of growth
    Nobody changes the structure of the {x} while the work goes on
    {Y} can be reached from the present network
    There is a recent backup of the {x}, or one can be made`,
  steps: [
    {
      key: "list",
      tools: ["docs", "database", "shell"],
      title: `
        List everything that uses the {x}
        [Find|Map] what depends on the {x}
        Take stock of the {x}`,
      does: `
        Write down the size of the {x}, its version, its jobs and every program and person that reads from it or writes to it. [Ask the {team} what is missing.|]
        Go through settings, accounts and schedules and note each one that touches the {x}. [Mark those that must not stop.|Mark the owner of each.]
        Collect size, versions, accounts and connections of the {x}, and ask the {team} which of them they rely on every day.`,
      gives: `
        A list of all users and jobs of the {x}, each with an owner
        A one-page inventory of the {x}, checked by the {who}
        A table of connections, sizes and versions with nothing marked unknown`,
    },
    {
      key: "backup",
      after: "list",
      share: 0.9,
      risk: "low",
      tools: ["files", "database", "shell"],
      title: `
        Back up the {x} and test the copy
        Take a full backup of the {x}
        [Save|Make] a full copy of the {x} and restore it once`,
      does: `
        Take a full backup, store it in a second place and restore it on a spare machine. [Compare counts and sizes with the original.|Read some records to see that they are whole.]
        Make a complete copy of the {x} before anything changes and prove that it can be restored. [Note how long that takes.|]`,
      gives: `
        A backup that was restored once, with the same counts as the original
        A dated copy of the {x} in a second place and a note on how long a restore takes`,
    },
    {
      key: "prepare",
      after: "list",
      risk: "low",
      tools: ["deploy", "shell", "database"],
      title: `
        Prepare {y}
        Set up {y} for the {x}
        Get the new side ready for the {x}`,
      does: `
        Install the same or a supported version, create accounts, open only the needed network paths and set up monitoring [from the first day|and alerts].
        Set up storage, accounts, network rules and backups on the new side, and run a first health check. [Write each setting down.|]
        Create the new environment from a script, so that it can be made again, and test that the programs on the list can reach it.`,
      gives: `
        The new side answers, is monitored and has its own backup
        A passed health check and a written list of settings
        A test connection from every program on the list`,
    },
    {
      key: "trial",
      after: "backup prepare",
      share: 0.7,
      risk: "medium",
      tools: ["database", "tests", "shell"],
      title: `
        Rehearse with a copy of the {x}
        Do a trial run with a copy
        [Run|Do] a full rehearsal and time it`,
      does: `
        Load the copy into the new side, follow the steps exactly as on the day and time each one. [Write down every surprise.|Repeat until nothing unexpected happens.]
        Move a copy of the {x} first, run the most important jobs against it and correct the steps until they work twice in a row.`,
      gives: `
        A rehearsed script with the time each step takes
        Two rehearsals in a row without an error
        A list of problems found in the trial, all of them solved`,
    },
    {
      key: "switch",
      after: "trial backup prepare tell",
      risk: "high",
      tools: ["database", "deploy", "shell"],
      title: `
        [Move|Switch] the {x} to {y}
        Stop writes, copy the rest and switch over
        Move the {x} in the agreed window`,
      does: `
        Stop all changes, copy what is new since the trial, compare both sides and then point the programs to {y}. Keep the old side untouched as the way back.
        In the agreed window stop writing, copy the last changes, check the counts and switch the connections. [Go back at once if a check fails.|]
        Follow the rehearsed script step by step with two people, and switch the connections only after both sides agree.`,
      gives: `
        All programs on the list use the new side
        Both sides show equal counts at the moment of the switch
        A signed record of each step with its time`,
    },
    {
      key: "check",
      after: "switch",
      risk: "medium",
      tools: ["tests", "database", "monitor"],
      title: `
        Check the {x} after the switch
        [Compare|Check] old and new side
        Test the {x} with real work`,
      does: `
        Compare counts and sums of both sides, run the daily jobs once and let the {team} try their usual work. [Watch errors for a day.|]
        Run the tests, read samples on both sides and ask the {team} to confirm that their work goes as before.`,
      gives: `
        A comparison of both sides with no difference left
        A confirmation from the {team} and a day without new errors
        All tests passed against the new side`,
    },
    {
      key: "tell",
      after: "list",
      share: 0.5,
      risk: "low",
      tools: ["mail", "chat", "calendar"],
      title: `
        Agree on a quiet window with the {team}
        Tell everyone when the {x} will move
        [Choose|Fix] the day and tell the users`,
      does: `
        Choose a time with little traffic, agree on it with the {team} and tell everyone what will not work and for how long.
        Propose two dates, settle one with the {who} and announce it to everybody on the list. [Remind them the day before.|]`,
      gives: `
        A date that the {who} has agreed to and that everyone knows
        A sent notice with the date, the length and a contact`,
    },
    {
      key: "retire",
      after: "check",
      share: 0.6,
      risk: "high",
      tools: ["shell", "deploy", "docs"],
      title: `
        Retire the old side
        [Switch off|Shut down] the old side after a safe time
        Close the old side and update the notes`,
      does: `
        Leave the old side readable for [a week|two weeks|a month], then take a last backup, remove its accounts and switch it off. [Update the documentation.|]
        After a quiet period take a final copy, delete accounts and keys, cancel costs and correct the documentation.`,
      gives: `
        The old side is off, its last backup is stored and its accounts are gone
        Updated notes that no longer mention the old side`,
    },
  ],
  criteria: `
    The {x} can be used only on the new side and nobody needs the old one
    Counts on both sides agree to the last record
    The {team} can work as before the move
    No alarm or complaint about the {x} for [three days|a week] after the switch
    A restore from a backup of the new side has worked once
    The {who} has signed off the move`,
};
