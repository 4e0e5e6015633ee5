import type { Domain } from "../domain.ts";

/** Goals of the domain "money", and good plans for them. */
export const money: Domain = {
  name: "money",
  teams: "finance team, members, board, committee, accountants",
  roles: "treasurer, head of finance, chair, owner",
  objects: `budget, annual accounts, tax return, forecast, savings plan, grant application, price list, payroll, cash plan,
    expense rules, loan application, business plan, funding plan, invoice process, fee schedule, reserve fund`,
  slots: {
    y: `next year, the new project, our club, the school, our start-up, the museum, the family, the choir, the second half
      of the year, our practice, the housing group, the research group, the café, the sports club, the festival`,
  },
  goals: `
    [Prepare|Draw up|Write|Make|Set up] {a} {x} for {y}
    [Prepare|Finish|Update|Review|Revise] {our} {x}
    [Finish|Submit|Prepare] {our} {x} for {y}
    Put {our} {x} in order`,
  assumptions: `
    Bank statements and receipts of the year are available
    The {who} can approve the {x}
    Prices rise by no more than [three|four|five] percent
    No large purchase is planned that nobody knows of
    Rules and forms are the same as last year`,
  steps: [
    {
      key: "frame",
      tools: ["docs", "web", "mail"],
      title: `
        Find out rules, form and last day
        Settle what the {x} must contain
        Read the rules and note the dates`,
      does: `
        Look up rules, forms and the last day, ask the {who} what matters and note who has to sign.
        Read last year's papers and the rules, and list what is needed from whom and by when.`,
      gives: `
        A list of papers, dates and signatures
        A page with rules, form and last day`,
    },
    {
      key: "collect",
      after: "frame",
      risk: "low",
      tools: ["money", "files", "sheet"],
      title: `
        Collect figures and receipts
        Gather statements and contracts
        Bring all papers together`,
      does: `
        Collect statements, receipts and contracts in one folder by month, and ask for what is missing at once.
        Export all entries, match them with receipts and keep a list of gaps.`,
      gives: `
        A complete folder and an empty list of gaps
        Every entry with its receipt`,
    },
    {
      key: "check",
      after: "collect",
      risk: "medium",
      tools: ["money", "sheet", "data"],
      title: `
        Reconcile the figures with the bank
        Check that the totals agree
        Sort the entries and check the sums`,
      does: `
        Compare the sums with the bank to the last cent, sort entries by kind and clear up what does not fit.
        Sort income and costs, look for doubles and wrong months, and agree the balance with the bank.`,
      gives: `
        A balance equal to the bank's
        Sums by kind without an unexplained entry`,
    },
    {
      key: "guess",
      after: "check",
      share: 0.7,
      risk: "medium",
      tools: ["sheet", "data", "charts"],
      title: `
        Estimate what is coming
        Work out a cautious and a likely case
        Plan income and costs month by month`,
      does: `
        Plan each kind by month from known contracts first, then from the past, and write the reason beside each guess.
        Make a cautious, a likely and a good case, and see in which month the money could run short.`,
      gives: `
        A table by month with a reason for each guess
        Three cases and the month with the least money`,
    },
    {
      key: "talk",
      after: "guess check",
      share: 0.5,
      risk: "low",
      tools: ["calendar", "chat", "mail"],
      title: `
        Talk it over with the {team}
        Go through wishes and cuts
        Agree on priorities`,
      does: `
        Go through the figures with the {team}, collect wishes and decide by the aims which come first.
        Show what is fixed and what is free, hear each side and write down what was agreed and why.`,
      gives: `
        An ordered list of wishes with costs
        Notes on what was agreed and why`,
    },
    {
      key: "write",
      after: "talk guess check",
      risk: "low",
      tools: ["docs", "sheet"],
      title: `
        Write the {x}
        Put the {x} together
        Complete the {x} and explain it`,
      does: `
        Fill in the form, explain the [three|four] largest items in plain words and add the papers in order.
        Put figures and reasons together on few pages, with one page that a stranger understands.`,
      gives: `
        A complete draft with one page of explanation
        A draft with all papers attached`,
    },
    {
      key: "sign",
      after: "write",
      risk: "high",
      tools: ["mail", "money", "docs"],
      title: `
        Have it checked, approved and sent
        Get the approval and submit
        Check, sign and send the {x}`,
      does: `
        Let a second person recalculate it, have the {who} sign and send it [a week|three days] before the last day.
        Correct what the reader finds, get the signatures and keep the proof that it was sent.`,
      gives: `
        A signed {x} and proof of sending
        Approval by the {who} in writing`,
    },
  ],
  criteria: `
    The totals agree with the bank
    The {who} has approved the {x}
    It was sent before the last day
    A second person has checked the sums
    Every figure has a receipt or a reason
    All papers are stored in one place`,
};
