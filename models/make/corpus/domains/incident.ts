import type { Domain } from "../domain.ts";

/** Goals of the domain "incident", and good plans for them. */
export const incident: Domain = {
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
