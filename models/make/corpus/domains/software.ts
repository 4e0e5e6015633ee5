import type { Domain } from "../domain.ts";

/** Goals of the domain "software", and good plans for them. */
export const software: Domain = {
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
