import type { Domain } from "../domain.ts";

/** Goals of the domain "moving", and good plans for them. */
export const moving: Domain = {
  name: "moving",
  teams: "staff, office team, volunteers, technicians, tenants",
  roles: "office manager, director, owner, site manager",
  objects: `office, shop, workshop, warehouse, household, library, studio, practice, school, archive, laboratory, kitchen,
    bakery, museum collection, head office, branch, printing shop, flat, nursery, clinic, reading room, store`,
  slots: {
    y: `a new building, a larger place, the city centre, the second floor, another town, Lyon, Leipzig, the old factory, a
      smaller place, the harbour, a shared building, the ground floor, Dublin, Graz, a quieter street, the new wing`,
  },
  goals: `
    [Move|Relocate|Bring] {our} {x} to {y}
    [Plan|Organise|Prepare] the move of {our} {x} to {y}
    [Close|Leave] {our} {x} and reopen it in {y}
    Move {our} {x}`,
  assumptions: `
    The new place is free [two|three|four] weeks before the old one must be left
    Work may rest for [one day|two days]
    The {team} can help with packing
    A firm with a lorry can be hired
    The lease of the old place ends on a known day`,
  steps: [
    {
      key: "list",
      tools: ["sheet", "docs", "survey"],
      title: `
        List what moves and what goes
        Take stock of the {x}
        Decide what comes along`,
      does: `
        Go through every room, mark what moves, what is given away and what needs special care. [Take pictures.|]
        Count furniture, machines and boxes room by room, and measure what is large against the doors.`,
      gives: `
        A list by room with a decision for each thing
        Numbers, sizes and special cases on one list`,
    },
    {
      key: "place",
      after: "list",
      risk: "medium",
      tools: ["phone", "mail", "design"],
      title: `
        Get the new place ready
        Prepare power, network and keys
        Draw the new rooms and prepare them`,
      does: `
        Draw where everything goes, have power, network and locks ready and clean before the first box arrives.
        Check doors, floors, light and sockets against the list, and order what takes weeks, such as the network line.`,
      gives: `
        A drawing of each room and a working network
        A place that is clean, lit, locked and connected`,
    },
    {
      key: "firm",
      after: "list",
      risk: "low",
      tools: ["web", "mail", "money"],
      title: `
        Compare [two|three] movers and book one
        Hire movers
        Book lorry and helpers`,
      does: `
        Let [two|three] firms see the list, compare price and insurance and book the day in writing.
        Ask for fixed prices with insurance, check references and book people and lorry.`,
      gives: `
        A booking with day, price and insurance
        Three offers and one signed order`,
    },
    {
      key: "tell",
      after: "list",
      share: 0.7,
      risk: "low",
      tools: ["mail", "web", "phone"],
      title: `
        Tell everyone the new address
        Change the address everywhere
        Announce the move`,
      does: `
        Tell customers, bank, post and offices [four|six] weeks ahead, and change website, forms and signs on the day.
        Make a list of all who write to or visit us, send the new address and ask the post to forward.`,
      gives: `
        The new address known to all on the list
        A ticked list and an order for the post`,
    },
    {
      key: "pack",
      after: "list firm",
      risk: "low",
      tools: ["sheet", "tickets"],
      title: `
        Pack and label by room
        Pack what is not needed first
        Label each box with its new room`,
      does: `
        Pack rarely used things first, label each box with room and number, and keep one box for the first day.
        Give each room a colour, write the list as boxes are closed and carry valuables by hand.`,
      gives: `
        Numbered boxes with a list
        All boxes labelled and a first-day box`,
    },
    {
      key: "move",
      after: "pack place firm",
      risk: "high",
      tools: ["phone", "chat"],
      title: `
        Move on the agreed day
        Carry out the move with a person at each end
        Move and check off each box`,
      does: `
        Put one person at each end with the list, move fragile things separately and note damage at once.
        Start early, check off boxes as they leave and arrive, and set up what is needed on the first morning.`,
      gives: `
        Each box ticked at both ends
        The first workplaces ready the same evening`,
    },
    {
      key: "start",
      after: "move tell",
      risk: "low",
      tools: ["tickets", "survey", "phone"],
      title: `
        Start work and hand back the old place
        Unpack, test everything and hand over keys
        Settle in and clear the old place`,
      does: `
        Test phones, network and machines, unpack by need, clean the old place and hand over the keys with a written record.
        Collect what is missing in one list, solve it within a week and close contracts of the old place.`,
      gives: `
        A signed record for the old place
        Everyone at work and an empty list of faults`,
    },
  ],
  criteria: `
    Work goes on in the new place as before
    Every box has arrived and damage is reported
    The old place is handed back with a signed record
    Customers and offices have the new address
    The cost is within the budget
    Work rested no longer than agreed`,
};
