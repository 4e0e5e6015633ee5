import type { Domain } from "../domain.ts";

/** Goals of the domain "improvement", and good plans for them. */
export const improvement: Domain = {
  name: "improvement",
  teams: "nurses, warehouse team, kitchen crew, night shift, support team, shop staff, teachers, drivers",
  roles: "operations manager, ward manager, director, owner, foreman",
  objects: `waiting times, costs, waste, errors, returns, complaints, energy use, delays, paperwork, overtime, queues, noise,
    food waste, travel costs, response times, stock, missed appointments, accidents, water use, meetings, sick days,
    late deliveries, duplicate work, cloud costs, shipping costs, packaging, staff turnover, downtime`,
  slots: {
    y: `the clinic, our warehouse, the kitchen, the office, our shop, the support team, the school, the workshop, the
      factory, the library, the call centre, the hotel, our web shop, the hospital, the farm, the post room`,
    n: `10 percent, 15 percent, 20 percent, 25 percent, 30 percent, a third, a half, a quarter`,
  },
  goals: `
    [Reduce|Cut|Lower] {x} [in|at] {y}
    [Reduce|Cut|Lower] {x} [in|at] {y} by {n}
    [Reduce|Cut|Lower] {our} {x} by {n}
    [Halve|Limit|Bring down] {our} {x}
    Find out why {x} [in|at] {y} [keep rising|are so high] and [reduce|lower] them`,
  assumptions: `
    Figures on {x} exist or can be counted in [two|three] weeks
    The {team} would like to take part
    Small changes may be tried without long approval
    Quality and safety must not get worse
    The {who} supports the change`,
  steps: [
    {
      key: "now",
      tools: ["data", "sheet", "database"],
      title: `
        Measure {x} as of today
        Count {x} for [two|three] weeks
        Find the starting figure`,
      does: `
        Decide what exactly is counted, count it for [two|three] weeks and note time, place and kind of each case.
        Take the figures of the last [six|twelve] months, check how they were made and agree on one number to follow.`,
      gives: `
        A starting figure that the {team} believes
        A table of cases by time, place and kind`,
    },
    {
      key: "watch",
      after: "",
      share: 0.6,
      risk: "low",
      tools: ["survey", "docs", "phone"],
      title: `
        Watch the work and ask those who do it
        Follow the work from start to end
        Talk to the {team}`,
      does: `
        Follow [five|ten] cases from start to end, note every wait and detour and ask people what annoys them.
        Spend a day with the {team}, draw the steps of the work and mark where time or material is lost.`,
      gives: `
        A drawing of the work with losses marked
        A list of [ten|fifteen] ideas from the {team}`,
    },
    {
      key: "why",
      after: "now watch",
      risk: "low",
      tools: ["data", "charts", "sheet"],
      title: `
        Find the few causes behind most of it
        Look for the main causes
        Sort the cases by cause`,
      does: `
        Sort the cases by cause, see which [two|three] make up most and ask why until there is something to change.
        Compare good and bad days, test each guess against the figures and keep the causes that hold.`,
      gives: `
        Two or three causes with their share
        A chart of causes, checked with the {team}`,
    },
    {
      key: "pick",
      after: "why",
      share: 0.7,
      risk: "low",
      tools: ["sheet", "docs", "chat"],
      title: `
        Choose the changes to try
        Pick [two|three] changes by effect and effort
        Decide what to change first`,
      does: `
        Collect ideas against each cause, judge effect and effort with the {team} and choose [two|three] to try.
        Choose what is quick and can be undone first, and say what would count as success.`,
      gives: `
        [Two|Three] changes with a person and an expected effect
        A short list agreed with the {who}`,
    },
    {
      key: "try",
      after: "pick why",
      risk: "medium",
      tools: ["tickets", "docs", "calendar"],
      title: `
        Try the changes on a small scale
        Test the changes for [two|three] weeks
        Run a trial in one place`,
      does: `
        Try one change at a time in one place, keep counting and ask the {team} every week what gets in the way.
        Run a trial of [two|three] weeks with a clear start, end and way back, and compare with a place that did not change.`,
      gives: `
        Figures before and during the trial
        A trial with a result for each change`,
    },
    {
      key: "spread",
      after: "try",
      risk: "medium",
      tools: ["docs", "mail", "calendar"],
      title: `
        Make what works the new habit
        Introduce the good changes everywhere
        Keep what works and drop the rest`,
      does: `
        Write the new way on one page with the {team}, show it to everyone and change forms and settings to fit.
        Introduce the changes place by place, with a person who helps in the first days.`,
      gives: `
        The new way written down and in use everywhere
        Everyone shown the change, old forms gone`,
    },
    {
      key: "hold",
      after: "spread",
      share: 0.7,
      risk: "low",
      tools: ["charts", "monitor", "sheet"],
      title: `
        Watch the figure so that it stays
        Follow {x} every month
        Check that the gain lasts`,
      does: `
        Show the figure where all can see it, look at it every month and act when it rises [two|three] times in a row.
        Count again after [two|three] months in the same way, and name one person who watches it.`,
      gives: `
        A monthly figure with a name behind it
        A second count after three months`,
    },
  ],
  criteria: `
    The figure is lower by the amount agreed
    The gain has lasted for [two|three] months
    Quality and safety are no worse than before
    The new way is written down and used by the {team}
    One person watches the figure
    The main causes are known and shown with numbers`,
};
