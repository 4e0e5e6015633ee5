import type { Domain } from "../domain.ts";

/** Goals of the domain "security", and good plans for them. */
export const security: Domain = {
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
