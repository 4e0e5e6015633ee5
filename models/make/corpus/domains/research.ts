import type { Domain } from "../domain.ts";

/** Goals of the domain "research", and good plans for them. */
export const research: Domain = {
  name: "research",
  teams: "research group, readers, partners, staff",
  roles: "project lead, editor, director, sponsor",
  objects: `batteries, heat pumps, electric vans, reading apps, solar panels, payment providers, schools, soil, bees,
    bread recipes, programming languages, chat tools, trails, insulation, city trees, running shoes, sleep, customers,
    visitors, cameras, pensions, remote work, rain gardens, search engines, translation tools, competitors, suppliers`,
  slots: {
    y: `small firms, our school, families, beginners, cold climates, our workshop, older people, a small town, our team,
      rural areas, children, hobby growers, first-time buyers, the next five years`,
    m: `an article, a decision, a talk, a grant application, the next board meeting, a book chapter, a class`,
  },
  goals: `
    [Compare|Test|Evaluate|Assess] {x} for {y}
    [Research|Investigate|Study|Find out about] {x} for {m}
    Find out which {x} [are best|fit best|are worth the money] for {y}
    [Write|Prepare|Do] a study of {x} for {y}
    [Interview|Survey] [ten|twenty|thirty] people about {x}
    Find out what people [think|need|want] when it comes to {x}`,
  assumptions: `
    Reliable sources on {x} can be reached
    [Two|Three|Four] weeks are enough for a first answer
    There is some money for samples or a small test
    The result should help a decision and need not be complete
    People are willing to talk about {x}`,
  steps: [
    {
      key: "ask",
      tools: ["docs", "mail"],
      title: `
        Put the question in one sentence
        Decide what has to be found out
        Sharpen the question about {x}`,
      does: `
        Write the question, who needs the answer and what would count as one, and agree on it with the {who}.
        Turn the subject into one main question and [three|four] smaller ones, and note what is left out.`,
      gives: `
        One main question with what would count as an answer
        A page with the question, its limits and its reader`,
    },
    {
      key: "read",
      after: "ask",
      risk: "low",
      tools: ["web", "docs", "files"],
      title: `
        Read what is known about {x}
        Search for sources on {x}
        Collect studies, tests and numbers`,
      does: `
        Search for [ten|fifteen|twenty] good sources, prefer those that measured, and note claim, proof and date of each.
        Read reviews first, follow them to the first source and keep a table of what they agree and disagree on.`,
      gives: `
        A table of sources with claim, proof and date
        Two pages on what is known and what is disputed`,
    },
    {
      key: "talk",
      after: "ask",
      share: 0.6,
      risk: "low",
      tools: ["phone", "calendar", "survey", "mail"],
      title: `
        Talk to people who know {x}
        Interview [five|six|eight] people
        Ask people with experience`,
      does: `
        Write open questions, talk to [five|six|eight] people of different kinds and take notes in their own words.
        Find people who use, sell and repair them, ask each the same questions and note where they differ.`,
      gives: `
        Notes from [five|six|eight] talks, in one form
        A list of what was said more than twice`,
    },
    {
      key: "marks",
      after: "ask",
      share: 0.5,
      risk: "low",
      tools: ["sheet", "docs"],
      title: `
        Choose the marks to judge by
        Decide how to compare
        Set criteria and weights`,
      does: `
        Choose [four|five|six] criteria with weights before looking at results, so that nobody bends them later.
        Write down what is measured, how and with which weight, and let the {who} agree.`,
      gives: `
        A list of weighted criteria, fixed before the test
        A table with empty fields for each candidate`,
    },
    {
      key: "test",
      after: "read marks",
      share: 0.6,
      risk: "medium",
      tools: ["data", "sheet", "shell"],
      title: `
        Try the most promising ones
        Test and measure
        Make a small test of {x}`,
      does: `
        Test [three|four] candidates under the same conditions, twice each, and write down numbers rather than impressions.
        Measure on a small scale what the sources leave open, and repeat what surprises.`,
      gives: `
        Measured values for each candidate, taken twice
        A record of the test that someone else could repeat`,
    },
    {
      key: "weigh",
      after: "read talk test marks",
      risk: "low",
      tools: ["data", "sheet", "charts"],
      title: `
        Put the findings together
        Weigh the findings
        Compare notes, numbers and sources`,
      does: `
        Put sources, talks and measurements side by side, look for what holds in all and explain what does not.
        Fill the table, see whether the order changes with other weights, and say how sure each finding is.`,
      gives: `
        Three to five findings, each with how sure it is
        A table that shows the order and what it depends on`,
    },
    {
      key: "write",
      after: "weigh",
      risk: "low",
      tools: ["docs", "mail"],
      title: `
        Write down the answer
        Write a short report with advice
        Report the result`,
      does: `
        Answer the main question on the first page, give advice for {y} and list every source.
        Write the answer, how it was found and where it may be wrong, and let a critic read it.`,
      gives: `
        A report with the answer on its first page
        A text that a critic has read, with all sources`,
    },
  ],
  criteria: `
    The main question has a plain answer
    Every claim has a source or a measurement
    At least [two|three] sources agree on each finding
    It is said how sure the answer is
    The {who} can decide with the result
    Someone else could repeat the work from the notes`,
};
