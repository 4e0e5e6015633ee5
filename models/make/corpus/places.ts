/** Goals about places, and goals of any other kind. */
import type { Domain } from "./domain.ts";

const moving: Domain = {
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

const building: Domain = {
  name: "building",
  teams: "neighbours, tenants, family, members, builders",
  roles: "owner, site manager, architect, foreman",
  objects: `kitchen, bathroom, roof, garden, playground, shed, workshop, garage, terrace, greenhouse, meeting room, fence, attic,
    classroom, reception, staircase, cellar, pond, tree house, bike shelter, stage, canteen, shop window, cycle path,
    heating, balcony, chicken house, vegetable garden, sports field, guest room`,
  slots: {
    y: `wheelchair users, children, twenty people, the family, winter, less energy use, more light, visitors, our club, the
      tenants, two cars, pupils, more storage, birds and insects, rainy days`,
  },
  goals: `
    [Renovate|Rebuild|Restore|Repair] {our} {x}
    [Build|Plan|Design] {a} {x} for {y}
    [Renovate|Rebuild|Prepare] {our} {x} for {y}
    [Build|Plant|Create|Set up] {a} {x}`,
  assumptions: `
    The owner agrees and permits can be had
    The place can be used by others or closed during the work
    Prices hold for [four|six|eight] weeks
    Some of the work can be done by ourselves
    The ground and the walls are sound`,
  steps: [
    {
      key: "want",
      tools: ["docs", "survey", "design"],
      title: `
        Measure and decide what is wanted
        Collect wishes and take measurements
        Look closely at what is there`,
      does: `
        Measure everything, take pictures, look for damp and old pipes, and list wishes in order of need.
        Ask those who use the place, measure twice and write down what stays, what goes and what it may cost.`,
      gives: `
        Measurements, pictures and an ordered list of wishes
        A list of what stays and what goes, with a budget`,
    },
    {
      key: "draw",
      after: "want",
      risk: "low",
      tools: ["design", "docs", "sheet"],
      title: `
        Draw the plan and count the material
        Draw the {x} to scale
        Design the {x} and list the material`,
      does: `
        Draw it to scale, mark it out on the spot with tape and list material with a tenth to spare.
        Make a drawing with all sizes, try the ways and heights on the spot and count what is needed.`,
      gives: `
        A drawing to scale and a list of material
        A plan tried on the spot and a cost by part`,
    },
    {
      key: "permit",
      after: "draw",
      share: 0.5,
      risk: "medium",
      tools: ["mail", "web", "phone"],
      title: `
        Ask for permits and talk to neighbours
        Clear permits and rules
        Find out what is allowed`,
      does: `
        Ask the office which permits are needed, hand in the drawing and talk to the neighbours before work begins.
        Look up the rules, get permission in writing and agree on noisy hours with those next door.`,
      gives: `
        Written permission, or a note that none is needed
        Permits in hand and neighbours informed`,
    },
    {
      key: "order",
      after: "draw",
      risk: "medium",
      tools: ["web", "money", "mail"],
      title: `
        Get offers and order material
        Find craftspeople and order
        Order in time what takes long`,
      does: `
        Ask [two|three] firms for offers on the same drawing, order long-lead material first and fix dates.
        Compare offers, book craftspeople in the right order and have material delivered a week early.`,
      gives: `
        Orders and dates in writing
        A calendar of trades and deliveries`,
    },
    {
      key: "clear",
      after: "permit order",
      share: 0.6,
      risk: "medium",
      tools: ["phone", "calendar"],
      title: `
        Clear and protect the place
        Prepare the ground
        Remove the old parts`,
      does: `
        Turn off water and power where needed, cover what stays and take the old parts away by kind of waste.
        Clear the place, protect floors and plants, and look once more for pipes and cables.`,
      gives: `
        An empty, safe place and waste sorted
        Water and power off where work begins`,
    },
    {
      key: "build",
      after: "clear order permit",
      risk: "high",
      tools: ["calendar", "phone", "chat"],
      title: `
        Build the {x} in the right order
        Build the {x} and check each part
        Build, from the rough to the fine`,
      does: `
        Work from the rough to the fine, check level and sizes after each part and leave time for drying.
        Do hidden parts first and photograph them before they are covered, and look at the work every evening.`,
      gives: `
        Each part checked before the next begins
        Pictures of hidden parts and a dated log`,
    },
    {
      key: "finish",
      after: "build",
      risk: "low",
      tools: ["docs", "money", "survey"],
      title: `
        Inspect, correct and hand over
        Check the {x} and correct faults
        Clean up and inspect the work`,
      does: `
        Go through the drawing point by point, list faults, pay only when they are corrected and keep papers together.
        Test everything that moves or flows, clean up and let those who use it try it for [a week|two weeks].`,
      gives: `
        A signed list without open faults
        Everything tested, papers and warranty in one folder`,
    },
  ],
  criteria: `
    The finished {x} and the drawing agree
    Nothing on the list of faults is open
    The cost is within the budget
    Permits and papers are in one folder
    Those who use it have tried it for a week
    The place is clean and safe`,
};

/** Steps that fit any goal at all: what is planned when no other domain knows better. */
const general: Domain = {
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

export const places: readonly Domain[] = [moving, building, general];
