/** Goals about computer systems: moving them, releasing them, mending them, guarding them, building them. */
import type { Domain } from "./domain.ts";

const migration: Domain = {
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

const release: Domain = {
  name: "release",
  teams: "support team, product team, developers, testers, sales team, design team",
  roles: "product owner, project lead, head of support, lead engineer",
  objects: `app, website, version, API, portal, dashboard, feature, plugin, library, game, driver, firmware, checkout, update,
    login page, form, search, editor, package, client, bot, extension, design, report builder, calendar`,
  slots: {
    y: `all users, our customers, the first ten customers, three pilot sites, all stores, the beta group, every region,
      the whole company, partners, all schools, the public`,
  },
  goals: `
    [Release|Ship|Roll out|Launch|Publish|Deliver] {our} {x} to {y}
    [Release|Ship|Launch|Deploy|Roll out] {our} {x}
    [Bring|Get] {our} {x} live for {y}
    Get {our} {x} ready for release`,
  assumptions: `
    All work on the {x} is finished apart from small corrections
    There is a test environment that resembles the real one
    The {team} can answer questions in the first days
    The {x} can be switched off or taken back within [minutes|an hour]
    The {who} decides about going live`,
  steps: [
    {
      key: "scope",
      tools: ["tickets", "docs"],
      title: `
        Fix what belongs to the release
        [Freeze|Settle] the contents of the release
        Decide what goes into the {x}`,
      does: `
        Go through the open work with the {who}, decide what goes in and what waits, and stop adding to it after that.
        List all changes since the last release, mark the risky ones and name an owner for each. [Move the rest to the next release.|]`,
      gives: `
        A closed list of changes, each with an owner
        A release list agreed with the {who}`,
    },
    {
      key: "test",
      after: "scope",
      risk: "low",
      tools: ["tests", "code", "tickets"],
      title: `
        Test the {x} from start to end
        Run all tests on the {x}
        Test the {x} on real devices and data`,
      does: `
        Run the automatic tests, then try the most important tasks by hand on the devices that people really use. [Record every error with steps to repeat it.|]
        Let two people who did not build it go through the main tasks, and correct what blocks them before anything else.`,
      gives: `
        A test report with no open error that blocks a user
        All tests green and a list of known small errors`,
    },
    {
      key: "text",
      after: "scope",
      share: 0.6,
      risk: "low",
      tools: ["docs", "mail", "code"],
      title: `
        Write release notes and help
        Write down what changes for users
        Prepare the notes and the announcement`,
      does: `
        Describe in plain words what is new, what changes and what to do about it, and let the {team} read it first.
        Write short notes with pictures for users and a page of likely questions for the {team}.`,
      gives: `
        Release notes read and corrected by the {team}
        A page of notes and a list of ten likely questions with answers`,
    },
    {
      key: "back",
      after: "scope",
      share: 0.5,
      risk: "medium",
      tools: ["deploy", "code", "shell"],
      title: `
        Prepare the way back
        [Build|Test] a way to undo the release
        Practise taking the release back`,
      does: `
        Write down how to return to the present version, try it in the test environment and time it. [Name who may decide it.|]
        Keep the present version ready, test the return once with copied data and agree on the signal for using it.`,
      gives: `
        A return to the old version that was tried once and took less than [ten minutes|half an hour]
        Written steps back, with a name and a signal`,
    },
    {
      key: "pilot",
      after: "test back",
      share: 0.8,
      risk: "medium",
      tools: ["deploy", "monitor"],
      title: `
        Release the {x} to a small group
        Start with a few users
        Open the {x} for five percent of users`,
      does: `
        Switch the {x} on for a small group, watch errors and speed and ask [ten|five] of them what they miss. [Stop if errors rise.|]
        Give the {x} to friendly users first, read every message from them for [two|three] days and correct what hurts.`,
      gives: `
        Errors and speed of the small group no worse than before
        Feedback from at least [five|ten] users and corrections for the worst of it`,
    },
    {
      key: "all",
      after: "pilot test text",
      risk: "high",
      tools: ["deploy", "shell"],
      title: `
        Release the {x} to {y}
        Open the {x} for everybody
        Roll the {x} out in steps`,
      does: `
        Raise the share of users in [three|four] steps, look at the figures after each and go on only if they hold. [Avoid the end of the week.|]
        Go live early in the day with the {team} present, and keep the way back open until the next morning.`,
      gives: `
        The {x} in use by {y}, with figures after every step
        The {x} live for everyone and no step back needed`,
    },
    {
      key: "watch",
      after: "all",
      risk: "low",
      tools: ["monitor", "tickets", "survey"],
      title: `
        Watch the first days and learn
        [Watch|Follow] errors and questions for a week
        Look back on the release`,
      does: `
        Read errors, ratings and questions every day for a week, correct the worst and write down what to do better next time.
        Compare figures before and after the release, answer users within a day and hold a short review with the {team}.`,
      gives: `
        A week of figures and three lessons for the next release
        Every report from the first week answered`,
    },
  ],
  criteria: `
    {Y} can use the {x}
    Everyone who was promised the {x} can use it
    The rate of errors is no higher than before the release
    No open error that stops a user from finishing the main task
    The way back was tested and was not needed
    Release notes are published
    The {team} can answer the most common questions`,
};

const incident: Domain = {
  name: "incident",
  teams: "support team, operations team, developers, users, engineers, technicians",
  roles: "operations manager, lead engineer, team lead, product owner",
  objects: `server, checkout, login, website, mail, database, printer, network, app, backup, payment page, search, sync,
    import, export, queue, scanner, phone line, sensor, report, door system, timetable, heating, cold store, job, feed`,
  slots: {
    y: `outage, crashes, slow answers, wrong totals, lost messages, failing imports, timeouts, double bookings, errors,
      sudden stops, missing records, high load, broken links, false alarms, delays`,
  },
  goals: `
    [Fix|Stop|End|Solve|Resolve] the {y} of {our} {x}
    [Find|Find and fix|Investigate|Track down] the cause of the {y} in {our} {x}
    Get {our} {x} [running|working] again after the {y}
    Find out why {our} {x} [keeps failing|is so slow|stopped working|fails every night] and fix it
    Deal with the {y} in {our} {x}`,
  assumptions: `
    Logs and figures from before the trouble still exist
    The {team} can be reached while the work goes on
    A temporary solution is welcome if it is safe
    Nothing else was changed on purpose at the same time
    Access to the {x} is available to whoever works on it`,
  steps: [
    {
      key: "see",
      tools: ["monitor", "shell", "tickets"],
      title: `
        Find out what fails and for whom
        Describe the trouble with the {x}
        [Measure|Size up] the {y}`,
      does: `
        Collect messages, times and screenshots, see who is affected and since when, and note what still works. [Open one place for all notes.|]
        Read logs and alarms of the {x}, ask [three|five] people who saw it and write a timeline from the first sign on.`,
      gives: `
        A timeline with the first sign, the extent and what still works
        A description of the trouble that two people agree on`,
    },
    {
      key: "tell",
      after: "see",
      share: 0.6,
      risk: "low",
      tools: ["chat", "mail", "monitor"],
      title: `
        Tell the {team} what is known
        Inform those who wait
        Post a first notice and keep it up to date`,
      does: `
        Say plainly what fails, what is being done and when the next news comes, and keep that promise. [Name one contact.|]
        Send a short notice to everyone affected, with a way round the trouble if there is one, and repeat it [every hour|twice a day].`,
      gives: `
        A notice with the time of the next news, sent to all affected
        Everybody affected knows the state and the contact`,
    },
    {
      key: "stop",
      after: "see",
      share: 0.7,
      risk: "medium",
      tools: ["deploy", "shell", "database"],
      title: `
        Limit the damage
        Put a temporary solution in place
        Keep the worst away from users`,
      does: `
        Take back the last change or switch the failing part off, so that the rest can work. [Save logs and data before touching anything.|]
        Save the evidence, then reduce load or go round the failing part until the cause is known.`,
      gives: `
        The main work can go on, perhaps more slowly
        No new cases since the temporary solution, and the evidence saved`,
    },
    {
      key: "cause",
      after: "see",
      risk: "low",
      tools: ["monitor", "code", "database", "shell"],
      title: `
        Find the cause of the {y}
        Test the likely causes one by one
        Find what changed before the trouble began`,
      does: `
        List what changed before the first sign, order the possible causes by likelihood and test each with one experiment. [Write down what is ruled out.|]
        Repeat the trouble in a test environment, change one thing at a time and stop when it can be switched on and off at will.`,
      gives: `
        A cause that explains every entry of the timeline
        A way to make the trouble come and go at will`,
    },
    {
      key: "fix",
      after: "cause stop",
      risk: "high",
      tools: ["code", "deploy", "shell"],
      title: `
        Remove the cause and test it
        Correct the {x}
        Make and test the lasting solution`,
      does: `
        Correct the cause, add a test that fails without the correction, and put it in place while somebody watches. [Keep the way back open.|]
        Prepare the smallest change that removes the cause, have a second person read it and try it on a copy first.`,
      gives: `
        A correction in place and a test that proves it
        The steps that led to the trouble now end well`,
    },
    {
      key: "verify",
      after: "fix",
      risk: "low",
      tools: ["monitor", "tests"],
      title: `
        Watch the {x} until it is sure
        Prove that the trouble is gone
        [Watch|Check] the figures of the {x}`,
      does: `
        Compare figures with those from before the trouble, and wait for one full cycle of normal work. Remove the temporary solution at last.
        Watch the {x} through its busiest hour, and ask those who reported the trouble whether it is gone.`,
      gives: `
        A full day of normal figures
        Confirmation from those who reported it`,
    },
    {
      key: "learn",
      after: "verify cause",
      share: 0.7,
      risk: "low",
      tools: ["docs", "tickets", "calendar"],
      title: `
        Write down what happened and prevent it
        Hold a short review
        Make sure it can't come back unseen`,
      does: `
        Write cause, timeline and lessons on one page, and add an alarm that would have shown it earlier. [Blame nobody.|]
        Meet with the {team} for half an hour, and agree on [two|three] changes, each with a person and a date.`,
      gives: `
        A one-page review and a new alarm that was tested
        Two or three measures, each with a person and a date`,
    },
  ],
  criteria: `
    There was no trouble with the {x} for [a full day|three days|a week]
    The cause is known and written down
    An alarm would show the same trouble within minutes
    Everyone affected was told that it is over
    Nothing was lost, or what was lost is listed
    The temporary solution is removed`,
};

const security: Domain = {
  name: "security",
  teams: "operations team, platform team, developers, office staff, security team, technicians",
  roles: "security officer, director, operations manager, data owner",
  objects: `accounts, network, servers, website, laptops, cloud account, API, database, app, passwords, access rights, keys,
    backups, mailboxes, office network, web shop, code base, phones, payment system, file server, admin accounts, data`,
  slots: {
    y: `phishing, stolen passwords, ransomware, outsiders, former staff, theft, leaks, bots, fraud, snooping, misuse`,
  },
  goals: `
    [Review|Check|Audit|Examine] the security of {our} {x}
    [Protect|Secure|Defend|Harden] {our} {x} against {y}
    [Find|Close|Find and close] the [weak spots|security holes|gaps] in {our} {x}
    [Do|Carry out|Prepare] a security review of {our} {x}
    [Clean up|Tighten|Review] who has access to {our} {x}`,
  assumptions: `
    There is written permission to test the {x}
    The {team} can explain how people ought to use the {x}
    Findings are kept private until they are solved
    Tests can be run outside the busiest hours
    A list of all people with access can be had`,
  steps: [
    {
      key: "scope",
      tools: ["docs", "mail"],
      title: `
        Agree on what may be tested
        Set the limits of the review
        [Define|Settle] scope and permission`,
      does: `
        Write down which parts of the {x} are in, which are out and who is called if something breaks. Have the {who} sign it.
        Agree with the {who} on aims, limits, times and contacts before any test begins.`,
      gives: `
        A signed page with scope, times and contacts
        Written permission from the {who}`,
    },
    {
      key: "map",
      after: "scope",
      risk: "low",
      tools: ["security", "shell", "docs"],
      title: `
        List what has to be protected
        Map the {x} and who can reach what
        Draw up a list of entries and accounts`,
      does: `
        List systems, accounts, data and outside connections of the {x}, and mark what would hurt most if lost or seen.
        Collect accounts, open ports, keys and versions, and compare them with what ought to be there. [Mark what nobody owns.|]`,
      gives: `
        An inventory with an owner and a value for each entry
        A map of entries and accounts, with unknown ones marked`,
    },
    {
      key: "scan",
      after: "map",
      risk: "medium",
      tools: ["security", "tests", "shell"],
      title: `
        Scan the {x} for known weaknesses
        Test the {x} for weak spots
        Try the likely attacks`,
      does: `
        Run a scanner at a quiet time, then check by hand what it reports, for many reports are false. [Stop if the {x} slows down.|]
        Try the attacks that are most likely, one at a time, with a witness and a log of every step.`,
      gives: `
        A list of confirmed weaknesses with proof for each
        A log of tests and their results, false reports removed`,
    },
    {
      key: "access",
      after: "map",
      share: 0.6,
      risk: "medium",
      tools: ["security", "people", "sheet"],
      title: `
        Check who has access and why
        Remove rights that nobody needs
        Review all accounts and rights`,
      does: `
        Go through all accounts with the {team}, remove those of people who have left and reduce rights to what the work needs.
        Compare accounts with the staff list, close strangers and shared ones, and switch on a second factor for the rest.`,
      gives: `
        Each account belongs to a present person with a reason
        A list of closed accounts and a second factor for all others`,
    },
    {
      key: "rank",
      after: "scan access",
      share: 0.6,
      risk: "low",
      tools: ["sheet", "tickets", "docs"],
      title: `
        Rank the findings by danger
        Decide what to solve first
        Sort findings by harm and effort`,
      does: `
        Judge how likely and how harmful each finding would be, and let the {who} decide what is solved now, later or accepted.
        Put the findings in order with the {team}: what is easy to abuse and costly comes first.`,
      gives: `
        An ordered list with a person and a date for each finding
        A decision by the {who} on every finding`,
    },
    {
      key: "fix",
      after: "rank scan access",
      risk: "high",
      tools: ["deploy", "code", "shell", "security"],
      title: `
        Close the worst gaps first
        Repair what was found
        [Patch and change|Correct] what is dangerous`,
      does: `
        Install updates, change leaked or weak passwords and correct settings, each with a backup and a way back.
        Work down the list from the most dangerous finding, and test after each change that normal work goes on.`,
      gives: `
        No dangerous finding left open
        A record of each change with its date and its test`,
    },
    {
      key: "retest",
      after: "fix",
      risk: "low",
      tools: ["security", "tests"],
      title: `
        Test again and report
        Repeat the tests and write the report
        Prove that the gaps are closed`,
      does: `
        Repeat the tests that found something, and write a short report with what was closed, what is left and the next date.
        Let someone else try the same attacks, and tell the {who} the result in plain words.`,
      gives: `
        A report that shows each finding closed or accepted
        The same tests, without a finding this time`,
    },
    {
      key: "train",
      after: "access map",
      share: 0.35,
      risk: "low",
      tools: ["mail", "calendar", "docs"],
      title: `
        Teach the {team} what to watch for
        Show the {team} how attacks look
        Practise the alarm with the {team}`,
      does: `
        Show real examples in half an hour, explain whom to call and send a harmless test message later.
        Hold a short lesson with examples, and leave a one-page sheet on what to do and whom to call.`,
      gives: `
        All of the {team} can name the contact and the first steps
        A short lesson held and a sheet on every desk`,
    },
  ],
  criteria: `
    No finding of high danger is open
    Each account of the {x} has an owner and a reason
    A repeated test finds nothing new
    The {who} has accepted what is left in writing
    Normal work was never interrupted by the review
    The date of the next review is set`,
};

const software: Domain = {
  name: "software",
  teams: "design team, developers, product team, support team, users",
  roles: "product owner, customer, project lead, sponsor",
  objects: `app, website, tool, API, dashboard, form, bot, game, plugin, portal, calculator, search page, booking page,
    map, editor, importer, command line tool, library, prototype, landing page, online shop, simulator, chat bot, tracker`,
  slots: {
    y: `customers, our team, beginners, teachers, visitors, field workers, drivers, members, children, partners, nurses,
      the warehouse, our website, local shops, runners, gardeners`,
  },
  goals: `
    [Build|Develop|Write|Program|Make|Create] {a} {x} for {y}
    [Build|Develop|Write|Create|Prototype] {a} {x}
    Add {a} {x} to {our} [website|app|system|product]
    [Rewrite|Redesign|Modernise|Simplify] {our} {x}`,
  assumptions: `
    [One or two|Two or three] people can work on the {x}
    A first version may leave out rare cases
    There are users who will try early versions
    The {who} can decide about open questions within a day
    The {x} must work on phones as well`,
  steps: [
    {
      key: "needs",
      tools: ["survey", "docs", "web"],
      title: `
        Ask what the {x} must do
        Talk to users of the {x}
        Write down needs and limits`,
      does: `
        Talk to [five|six|eight] people who will use it, watch how they work today and write down the [three|five] tasks that matter most.
        Collect wishes, sort them into must and may with the {who}, and write one sentence that gives the purpose of the {x}.`,
      gives: `
        A page with the main tasks, in the users' words
        A list of must and may that the {who} has agreed to`,
    },
    {
      key: "draw",
      after: "needs",
      share: 0.8,
      risk: "low",
      tools: ["design", "docs"],
      title: `
        Sketch the {x} and try the sketch
        Design the {x} on paper first
        Draw the screens and the data`,
      does: `
        Draw the main screens, let [three|four|five] people act on paper what they would do, and change what confuses them.
        Sketch screens, data and the parts behind them, and go through one task from start to end with the {team}.`,
      gives: `
        Sketches that [three|four|five] people could use without help
        A drawing of screens, data and parts, agreed by the {team}`,
    },
    {
      key: "base",
      after: "needs",
      share: 0.6,
      risk: "low",
      tools: ["code", "deploy", "shell"],
      title: `
        Set up code, tests and a place to run it
        Prepare the project
        Put an empty {x} online`,
      does: `
        Create the repository, run tests on every change and put an empty version where users can reach it.
        Choose tools that the team knows, set up automatic tests and a test site, and write how to start in ten lines.`,
      gives: `
        A first change that travels from a keyboard to the test site by itself
        A repository with tests that run on every change`,
    },
    {
      key: "core",
      after: "draw base",
      risk: "medium",
      tools: ["code", "shell"],
      title: `
        Build the most important part first
        Build the core of the {x}
        Make one task work from start to end`,
      does: `
        Make the most important task work from start to end, plain but complete, with tests. [Leave decoration for later.|]
        Build the smallest version that is of use, and show it to the {who} every [two days|week].`,
      gives: `
        One main task works from start to end, with tests
        A small version that someone has used for real work`,
    },
    {
      key: "rest",
      after: "core",
      share: 0.6,
      risk: "medium",
      tools: ["code", "tickets"],
      title: `
        Add the other parts of the {x}
        Complete the list of musts
        Add the rest in small steps`,
      does: `
        Add one part at a time from the list of musts, each with tests, and drop what nobody misses.
        Go on in small steps, release each to the test site and ask users after every second one.`,
      gives: `
        All musts done, each with a test
        A list of what was left out and why`,
    },
    {
      key: "try",
      after: "rest core",
      risk: "low",
      tools: ["survey", "tests", "tickets"],
      title: `
        Let real users try the {x}
        Test the {x} with people
        Watch users and correct what stops them`,
      does: `
        Give [five|six|eight] people a task without help, watch in silence and correct the [three|five] worst problems.
        Test on slow devices, with strange input and with real users, and correct what stops them.`,
      gives: `
        Most users finish the task without help
        A list of problems with the worst ones corrected`,
    },
    {
      key: "live",
      after: "try",
      risk: "medium",
      tools: ["deploy", "monitor", "mail"],
      title: `
        Put the {x} into use
        Open the {x} and support it
        Publish the {x}`,
      does: `
        Put it online with monitoring and backups, write a short guide and name who answers questions. [Look at its use after two weeks.|]
        Open it for a first group, then for all, and read every question in the first week.`,
      gives: `
        The {x} in daily use, with a guide and a contact
        Figures on its use after two weeks`,
    },
  ],
  criteria: `
    The main tasks can be done with the {x} without help
    All tests pass and run on every change
    At least [five|ten|twenty] people have used the {x} for real work
    A guide exists and a named person answers questions
    The {who} agrees that every must on the list is done
    The {x} can be used on an ordinary phone without waiting`,
};

export const systems: readonly Domain[] = [migration, release, incident, security, software];
