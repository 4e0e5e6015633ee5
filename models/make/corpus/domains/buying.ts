import type { Domain } from "../domain.ts";

/** Goals of the domain "buying", and good plans for them. */
export const buying: Domain = {
  name: "buying",
  teams: "office staff, kitchen crew, field team, warehouse team, teachers, technicians, buyers",
  roles: "head of finance, office manager, treasurer, director, buyer",
  objects: `printer, van, software, laptops, office chairs, insurance, coffee machine, phone contract, solar panels, uniforms,
    paper, cleaning service, catering, oven, forklift, accounting system, projectors, internet line, energy contract,
    bicycles, packaging, tyres, servers, furniture, microscope, tents, seeds, tools, scanner, web host, ticket system`,
  slots: {
    y: `the new office, our school, the warehouse, our clinic, the kitchen, the field team, the workshop, all branches, our
      shop, the laboratory, the library, the youth club, the night shift, our farm`,
    n: `three, four, ten, twelve, twenty, thirty, fifty`,
  },
  goals: `
    [Buy|Choose|Order|Get|Select|Procure] {a} new {x} for {y}
    [Choose|Find|Select] a [supplier|provider] for {our} {x}
    [Renew|Renegotiate|Cancel] {our} contract for {x}
    [Buy|Order] {n} {x} for {y}
    [Compare|Collect] offers for {x} and [choose|pick] the best`,
  assumptions: `
    The money is approved or can be approved by the {who}
    [Two|Three] suppliers can deliver in time
    The old one can be used until the new one works
    Service and spare parts matter as much as price
    The contract can be ended within a year`,
  steps: [
    {
      key: "need",
      tools: ["docs", "survey", "chat"],
      title: `
        Write down what is really needed
        Ask the {team} what the {x} must do
        Define needs, number and budget`,
      does: `
        Ask those who will use it, tell musts from wishes, and write number, date and the highest price on one page.
        Look at how things are used today, list musts and have the {who} agree on the budget.`,
      gives: `
        A page with musts, number, date and budget
        A list of needs signed by the {who}`,
    },
    {
      key: "search",
      after: "need",
      risk: "low",
      tools: ["web", "phone", "mail"],
      title: `
        Find suppliers
        Search the market for {x}
        List who can deliver`,
      does: `
        Look for [five|six] suppliers, read what other customers say and drop those that miss a must.
        Ask colleagues and search for offers, and keep the [three|four] that can deliver in time.`,
      gives: `
        A list of [three|four] suppliers that meet the musts
        Names, terms and references of possible suppliers`,
    },
    {
      key: "offers",
      after: "search",
      risk: "low",
      tools: ["mail", "money", "sheet"],
      title: `
        Ask for offers on the same terms
        Collect [three|four] offers
        Request written offers`,
      does: `
        Send everyone the same page of needs, ask for the whole cost over [three|five] years and set a last day.
        Ask for price, delivery, service and terms in one form, so that offers can be compared.`,
      gives: `
        [Three|Four] written offers in the same form
        Comparable offers before the last day`,
    },
    {
      key: "try",
      after: "search",
      share: 0.5,
      risk: "low",
      tools: ["calendar", "survey"],
      title: `
        Try it before buying
        Test a sample with the {team}
        See the {x} in use`,
      does: `
        Borrow or visit one, let the {team} work with it for [a day|two days] and note what is good and bad.
        Try the two best under real conditions, with the people who will use them.`,
      gives: `
        Notes from those who tried it
        A test of the two best, with marks from the {team}`,
    },
    {
      key: "compare",
      after: "offers try",
      risk: "low",
      tools: ["sheet", "data", "money"],
      title: `
        Compare the offers and choose
        Weigh price, quality and service
        Put the offers side by side`,
      does: `
        Put cost over the whole life, service and risk in one table, call a reference and propose one to the {who}.
        Give marks by the needs, see what would change the order and write down the reasons.`,
      gives: `
        A table with one proposal and its reasons
        A decision by the {who} with reasons on half a page`,
    },
    {
      key: "sign",
      after: "compare",
      risk: "high",
      tools: ["mail", "money", "docs"],
      title: `
        Negotiate and sign
        Agree on terms and order
        Close the contract`,
      does: `
        Ask for better terms with the second offer in hand, read the small print and sign only after the {who} agrees.
        Settle price, dates, penalties and the way out, and let someone else read the contract.`,
      gives: `
        A signed contract with price, dates and a way out
        An order confirmed in writing`,
    },
    {
      key: "accept",
      after: "sign",
      risk: "medium",
      tools: ["tickets", "docs", "money"],
      title: `
        Check the delivery and pay
        Accept, set up and hand over
        Receive the {x} and test it`,
      does: `
        Check number and quality against the order, report faults the same day and pay only what is right.
        Test it with the {team}, keep papers and warranty in one place and show people how to use it.`,
      gives: `
        A signed note of delivery without open faults
        Everything tested, in use and paid`,
    },
  ],
  criteria: `
    The price is within the budget
    The delivery meets every must on the list
    The reasons for the choice are written down
    The {team} uses it every day
    Contract, warranty and papers are stored in one place
    At least [two|three] offers were compared`,
};
