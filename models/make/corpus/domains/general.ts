import type { Domain } from "../domain.ts";

/** Steps that fit any goal at all: what is planned when no other domain knows better. */
export const general: Domain = {
  name: "general",
  teams: "members, staff, neighbours, volunteers, helpers, team, partners",
  roles: "project lead, owner, coordinator, chair, customer, team lead",
  objects: "",
  goals: `
    {Verb} {our} {x}
    {Verb} {our} {x} for {y}
    {Verb} {a} {x} for {y}
    {Verb} {a} {x}
    {Verb} the {x} of {our} {z}
    {Verb} {our} {x} and {our} {z}
    {Verb} {our} {x} with {a} {z}
    {Verb} {a} {x} from {our} {z}
    {Verb} {our} {x} in {p}
    {Verb} {our} {x} to {y}`,
  assumptions: `
    [Two|Three] people can spend some hours a week on it
    The {who} can decide open questions within [a day|two days]
    There is a small budget for material and help
    What exists of the {x} today may be used
    The {team} will support the plan
    Nothing else that is urgent comes in between`,
  steps: [
    {
      key: "aim",
      tools: ["docs", "chat", "mail"],
      title: `
        Agree on what the {x} must be like in the end
        Write down what done means for the {x}
        Settle the aim and the limits`,
      does: `
        Write in [three|four] sentences what the {x} should be like in the end, who needs it and what is left out. Agree on it with the {who}.
        Ask those who use the {x} what matters to them, and write down musts, wishes and the highest cost.`,
      gives: `
        A page with aim, limits and cost, agreed by the {who}
        A short list of musts that can be ticked off`,
    },
    {
      key: "look",
      after: "aim",
      share: 0.8,
      risk: "low",
      tools: ["web", "docs", "files"],
      title: `
        Look at the {x} as it is today
        Take stock: what is there and what is missing
        Collect what is known about the {x}`,
      does: `
        Look at the present state, take notes and pictures, and list what is missing, broken or in doubt.
        Gather papers, figures and experience with the {x}, and ask someone who has done the same before.`,
      gives: `
        A dated description of the present state
        A list of gaps and questions, in order of weight`,
    },
    {
      key: "ways",
      after: "look aim",
      share: 0.6,
      risk: "low",
      tools: ["sheet", "web", "docs"],
      title: `
        Compare [two|three] ways to {verb} the {x}
        Find possible ways and choose one
        Choose how to {verb} the {x}`,
      does: `
        Describe [two|three] ways with cost, time and danger, and choose one with the {who}. [Keep the second in reserve.|]
        Ask for ideas, drop what breaks a must and choose the simplest way that is left.`,
      gives: `
        One chosen way and the reasons for it
        A table of ways with cost, time and danger`,
    },
    {
      key: "ready",
      after: "ways look aim",
      risk: "low",
      tools: ["sheet", "calendar", "money"],
      title: `
        Get people, material and dates together
        Prepare all that is needed for the {x}
        Plan who does what and by when`,
      does: `
        List tasks, material and helpers, order what takes long and enter dates in one calendar.
        Break the work into parts of [a day|half a day], give each a name and a date, and get the material ready.`,
      gives: `
        A calendar with a name for each task
        Material at hand and helpers who have agreed`,
    },
    {
      key: "trial",
      after: "ways look",
      share: 0.5,
      risk: "medium",
      tools: ["docs", "sheet"],
      title: `
        Try it on a small part first
        Make a small trial
        Test the chosen way on a small scale`,
      does: `
        Do a small part that can be undone, time it and see what was harder than thought.
        Try the riskiest part first on a small scale, and change the plan by what it shows.`,
      gives: `
        A small part done, with its time and lessons
        A trial that worked, or a better plan`,
    },
    {
      key: "do",
      after: "ready trial",
      risk: "medium",
      tools: ["tickets", "docs"],
      title: `
        {Verb} the {x}
        {Verb} the {x} step by step
        Do the main work on the {x}`,
      does: `
        Work through the tasks in order, check each before the next begins and tell the {who} at once when something slips.
        Do the hardest part while there is still time, keep notes of what changes and meet briefly every [day|week].`,
      gives: `
        All tasks ticked off, with notes on changes
        The main work done as agreed`,
    },
    {
      key: "check",
      after: "do",
      risk: "low",
      tools: ["survey", "docs"],
      title: `
        Check the {x} against the list
        Let others test the {x}
        Test the result and correct faults`,
      does: `
        Go through the musts one by one with somebody who did not do the work, and correct what is missing.
        Let [two|three] people use it as they normally would, watch and correct what fails.`,
      gives: `
        Each must ticked by someone else
        A list of faults, all of them corrected`,
    },
    {
      key: "close",
      after: "check",
      share: 0.6,
      risk: "low",
      tools: ["docs", "mail", "files"],
      title: `
        Hand over and write down what was learnt
        Hand the {x} over and close the work
        Finish: papers, thanks and lessons`,
      does: `
        Explain to those who take over how to look after it, store papers in one place and thank the helpers.
        Write one page on how it was done and what comes next, pay what is open and tell the {team} that it is finished.`,
      gives: `
        A page for those who take over, and a signed end
        Papers in one place and a date for the next look`,
    },
  ],
  criteria: `
    Every must on the list is met
    The {who} has accepted the result
    The cost stayed within what was agreed
    Somebody who did not do the work has checked it
    Those who use the {x} are content after [a week|two weeks]
    Papers and lessons are stored where others find them`,
};
