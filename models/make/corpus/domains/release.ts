import type { Domain } from "../domain.ts";

/** Goals of the domain "release", and good plans for them. */
export const release: Domain = {
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
