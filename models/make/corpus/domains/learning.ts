import type { Domain } from "../domain.ts";

/** Goals of the domain "learning", and good plans for them. */
export const learning: Domain = {
  name: "learning",
  teams: "teacher, group, family",
  roles: "teacher, coach",
  objects: `Italian, Spanish, Japanese, sign language, Python, statistics, the piano, the guitar, chess, swimming, drawing,
    photography, bookkeeping, welding, sewing, baking, sailing, first aid, public speaking, touch typing, algebra,
    the violin, pottery, gardening, electronics, woodworking, singing, skiing, web design, calligraphy, history,
    Portuguese, French, German, Greek, Arabic, Welsh, Finnish, Hebrew, Latin, Korean, Mandarin, chemistry, physics, geometry,
    juggling, knitting, yoga, judo, archery, bridge, poker, tennis, golf, rowing, climbing, diving, surfing, Rust, Java, SQL,
    Excel, accounting, astronomy, the cello, the flute, the trumpet, the drums, the harp, the organ, jazz, ballet`,
  slots: {
    y: `a trip, work, an exam, a concert, my new job, a competition, everyday use, school, a wedding, fun, a licence`,
    n: `three, four, six, eight, ten, twelve`,
  },
  goals: `
    Learn {x} for {y}
    Learn {x} in {n} [weeks|months]
    [Learn|Practise] {x}
    [Get|Become] better at {x}
    Learn the basics of {x}
    Prepare for an exam in {x}`,
  assumptions: `
    There is time for [half an hour|an hour] on most days
    A beginner's level is the start
    Some money for a book or a course can be spent
    A teacher or an experienced person can be asked now and then
    A quiet place to practise {x} exists`,
  steps: [
    {
      key: "aim",
      tools: ["docs"],
      title: `
        Decide what to be able to do in the end
        Set an aim that can be tested
        Choose the aim and the date`,
      does: `
        Describe one situation that should go well at the end, and find a test or a task that shows it.
        Write down what has to work, by when and how it will be tested, and cut what is not needed for it.`,
      gives: `
        One sentence with aim, date and test
        A description of the final task`,
    },
    {
      key: "level",
      after: "aim",
      share: 0.6,
      risk: "low",
      tools: ["web", "survey"],
      title: `
        Find out the present level
        Take a first test
        See what is known already`,
      does: `
        Do a short test or a first try, keep the result and note the [three|four] greatest gaps.
        Try the final task once without help, record it and write down what was missing.`,
      gives: `
        A dated result and a list of gaps
        A recording of the first try`,
    },
    {
      key: "means",
      after: "aim",
      risk: "low",
      tools: ["web", "docs"],
      title: `
        Choose a course, a book and a teacher
        Find good material for {x}
        Pick what to learn {x} with`,
      does: `
        Compare [two|three] courses or books, try a first lesson of each and settle on one. [More would only distract.|]
        Ask people who have learnt {x}, pick one main source and somebody who can correct mistakes.`,
      gives: `
        One main source chosen and at hand
        One source and one person who corrects mistakes`,
    },
    {
      key: "plan",
      after: "means level",
      risk: "low",
      tools: ["calendar", "sheet"],
      title: `
        Make a plan for every week
        Put practice into the calendar
        Fix days and times for practice`,
      does: `
        Split the way into steps of a week, give each a small aim and enter fixed times in the calendar.
        Choose times that survive a bad day, keep one day free and plan a small test every [two|three] weeks.`,
      gives: `
        A calendar with practice on [four|five] days a week
        A weekly plan with a small aim for each week`,
    },
    {
      key: "practise",
      after: "plan",
      risk: "medium",
      tools: ["calendar", "docs"],
      title: `
        Practise {x} a little every day
        Practise the hard parts first
        Work through the plan`,
      does: `
        Practise in short sessions, begin with yesterday's mistakes and write one line after each. [Missed days are made short, not dropped.|]
        Do the hard part first while fresh, repeat what was learnt before and finish with something that is fun.`,
      gives: `
        A log with at least [four|five] sessions a week
        The aims of the week reached in most weeks`,
    },
    {
      key: "use",
      after: "practise",
      share: 0.6,
      risk: "low",
      tools: ["calendar", "chat"],
      title: `
        Use {x} with other people
        Try it in real life
        Show somebody what works`,
      does: `
        Find a group, a partner or a small task, and use it there once a week even if it is imperfect.
        Do one real thing with it, ask for honest words and turn each remark into an exercise.`,
      gives: `
        At least [three|four] real uses, with notes
        Remarks from others turned into exercises`,
    },
    {
      key: "test",
      after: "practise use",
      risk: "low",
      tools: ["survey", "web"],
      title: `
        Test the aim and decide how to go on
        Take the test again
        Do the final task in front of someone`,
      does: `
        Repeat the first test under the same conditions, compare the results and decide what comes next.
        Do the final task in front of someone, compare with the first recording and choose the next aim.`,
      gives: `
        Two results side by side and a next aim
        The final task done in front of a witness`,
    },
  ],
  criteria: `
    The final task goes well once in front of someone
    The second test is clearly better than the first
    Practice happened on at least [four|five] days in most weeks
    The [three|four] greatest gaps are closed
    There is a plan for keeping {x} alive`,
};
