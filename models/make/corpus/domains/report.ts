import type { Domain } from "../domain.ts";

/** Goals of the domain "report", and good plans for them. */
export const report: Domain = {
  name: "report",
  teams: "finance team, data team, sales team, operations team, accountants, planners",
  roles: "head of finance, director, team lead, project lead",
  objects: `sales, costs, orders, complaints, visits, returns, donations, attendance, energy use, delivery times, margins,
    survey answers, ratings, waiting times, sick days, web traffic, bookings, prices, grades, churn, stock levels,
    expenses, accidents, response times, rainfall, sensor data, tickets, downloads, memberships, overtime, production`,
  slots: {
    y: `the board, the management, the annual meeting, the sales team, the city council, our donors, the press, the
      finance team, the school board, the bank, our partners, the head office, the works council, the public`,
    p: `last month, last quarter, last year, the past three years, this season, the first half of the year`,
  },
  goals: `
    [Prepare|Write|Make|Produce|Create] a [report|monthly report|short report] on {our} {x} for {y}
    [Prepare|Write|Make] a report on the {x} of {p}
    [Analyse|Analyze|Examine|Study] {our} {x} of {p} for {y}
    [Build|Set up|Create] a dashboard of {our} {x} for {y}
    Find out why {our} {x} [fell|rose|changed] in {p}
    Show {y} how {our} {x} developed in {p}`,
  assumptions: `
    The figures on {x} exist and may be used
    The {team} can explain odd values
    Last year's figures are available for comparison
    Figures from [two|three] sources can be matched by a common number
    The {who} can say which questions matter most
    No personal data needs to appear in the report`,
  steps: [
    {
      key: "ask",
      tools: ["mail", "docs", "chat"],
      title: `
        Settle which questions the report must answer
        Ask {y} what they need to know
        Agree on questions and figures`,
      does: `
        Ask the {who} which decisions depend on the {x}, and turn them into [three|four] questions that numbers can answer.
        Write down readers, questions, period and form on half a page, and have the {who} agree to it.`,
      gives: `
        Three or four written questions agreed with the {who}
        Half a page with readers, questions, period and form`,
    },
    {
      key: "get",
      after: "ask",
      risk: "low",
      tools: ["database", "sheet", "files"],
      title: `
        Collect the figures on {x}
        Gather the data from all sources
        Fetch the raw figures`,
      does: `
        Get the figures for the period and the one before, save them unchanged and note where each came from.
        Export the data from every source, keep the raw files and write down the date and the filter of each export.`,
      gives: `
        Raw figures for both periods, with their sources
        A folder of unchanged exports and a note on each`,
    },
    {
      key: "clean",
      after: "get",
      risk: "medium",
      tools: ["data", "sheet", "database"],
      title: `
        Clean and check the figures
        Find gaps and doubles in the data
        Make the figures fit together`,
      does: `
        Look for gaps, doubles and impossible values, settle them with the {team} and keep a list of every change.
        Bring dates, units and names into one form, and compare the totals with a figure that is known to be right.`,
      gives: `
        A clean table whose totals agree with the [books|source]
        A list of corrected values, each with a reason`,
    },
    {
      key: "study",
      after: "clean",
      risk: "low",
      tools: ["data", "sheet", "charts"],
      title: `
        Work out what the figures say
        Analyse the {x}
        Compare periods, groups and places`,
      does: `
        Compare periods, groups and places, and look for the [two|three] reasons that explain most of the change.
        Answer each question with one table, test whether the difference could be chance, and note what stays unknown.`,
      gives: `
        One table or figure as the answer to each question
        Two or three reasons, each with its share of the change`,
    },
    {
      key: "draw",
      after: "study",
      share: 0.7,
      risk: "low",
      tools: ["charts", "sheet", "design"],
      title: `
        Draw the charts
        Make one chart for each message
        Turn the results into charts`,
      does: `
        Make one chart for each message, with a title that says the message, units and a source.
        Draw few, plain charts, and show them to someone from the {team} to see whether they are understood.`,
      gives: `
        Charts that a stranger reads correctly
        One chart a message, each with units and source`,
    },
    {
      key: "write",
      after: "study draw",
      risk: "low",
      tools: ["docs", "design"],
      title: `
        Write the report
        Write the summary first, then the rest
        Put text and charts together`,
      does: `
        Begin with the answers on one page, then the charts, then how it was done. [Say what is not known.|]
        Write a page of answers and advice for {y}, and put the method and the tables behind it.`,
      gives: `
        A draft with one page of answers at the front
        A draft that answers every question in order`,
    },
    {
      key: "proof",
      after: "write",
      risk: "medium",
      tools: ["mail", "docs", "data"],
      title: `
        Let someone check numbers and words
        Check the report against the raw figures
        Have the {team} read the draft`,
      does: `
        Ask a person who did not write it to follow [five|ten] numbers back to the source, and correct what differs.
        Let the {team} read the draft for mistakes, and recalculate each number on the first page.`,
      gives: `
        Ten numbers traced back to the source without a difference
        A corrected report with the reader's name`,
    },
    {
      key: "give",
      after: "proof",
      share: 0.7,
      risk: "low",
      tools: ["mail", "calendar", "chat"],
      title: `
        Present the report to {y}
        Send the report and answer questions
        Hand over the report`,
      does: `
        Send it [two|three] days ahead, show the answers in ten minutes and write down what is decided.
        Present the results to {y}, answer questions and store the report together with its data.`,
      gives: `
        A list of decisions taken on the report
        The report, its data and its steps in one folder`,
    },
  ],
  criteria: `
    Every question has an answer with a number
    The totals agree with the source
    {Y} will get the report in time
    A second person has checked the numbers on the first page
    The report can be made again from the stored data
    What is not known is said plainly`,
};
