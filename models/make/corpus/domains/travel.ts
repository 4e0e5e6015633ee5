import type { Domain } from "../domain.ts";

/** Goals of the domain "travel", and good plans for them. */
export const travel: Domain = {
  name: "travel",
  teams: "group, family, travellers",
  roles: "group leader, coordinator",
  objects: `trip, holiday, cycling tour, hiking tour, city break, school trip, business trip, road trip, train journey,
    family visit, honeymoon, field trip, study tour, camping trip, excursion, boat trip, ski trip, pilgrimage`,
  slots: {
    y: `Lisbon, Norway, Vienna, Japan, the Alps, Scotland, Peru, Iceland, Sicily, the coast, Kyoto, Prague, Portugal, Kenya,
      the lakes, Seoul, Brittany, the islands, Greece, Denmark, Morocco, Vietnam, Oslo, Corsica, Montreal`,
    n: `two, three, four, five, six, eight, twelve`,
  },
  goals: `
    [Plan|Organise|Organize|Prepare|Book] {a} {x} to {y}
    [Plan|Organise|Prepare] {a} {x} to {y} for {n} people
    [Plan|Prepare] {a} {x} of {n} days to {y}
    [Travel|Go] to {y} with {n} [friends|children|colleagues]
    Plan {our} {x} to {y}`,
  assumptions: `
    All travellers have valid papers or can get them in time
    The dates can move by [two|three] days
    The budget covers travel, beds and food
    Nobody has to work during the {x}
    Some people need rest or a special diet`,
  steps: [
    {
      key: "wish",
      tools: ["docs", "survey", "chat"],
      title: `
        Ask what everyone wants from the {x}
        Settle dates, budget and wishes
        Agree on dates and money`,
      does: `
        Ask each traveller for one must and one no, settle dates and the highest cost for each person, and write it down.
        Collect wishes and limits, choose dates that suit all and set a budget with a reserve of one tenth.`,
      gives: `
        Agreed dates, a budget and one wish for each person
        A page with dates, limits and wishes`,
    },
    {
      key: "papers",
      after: "wish",
      share: 0.6,
      risk: "medium",
      tools: ["web", "docs"],
      title: `
        Check papers, health and insurance
        See which papers {y} asks for
        Sort out passports and insurance`,
      does: `
        Look up entry rules for {y} on official pages, check the dates of all passports and arrange insurance.
        Check rules, vaccinations and insurance for each traveller, and start early with what takes weeks.`,
      gives: `
        Valid papers and insurance for each traveller
        A list with nothing open for entry into {y}`,
    },
    {
      key: "route",
      after: "wish",
      risk: "low",
      tools: ["travel", "web"],
      title: `
        Choose the route and the stops
        Draw up the route to {y}
        Plan the days roughly`,
      does: `
        Mark the musts on a map, join them without haste and leave every [third|fourth] day free.
        Compare [two|three] ways to get there by time, price and comfort, and plan each day with one main thing.`,
      gives: `
        A map with stops and a day for each
        A rough plan for each day with some free time`,
    },
    {
      key: "book",
      after: "route papers",
      risk: "medium",
      tools: ["travel", "money", "web"],
      title: `
        Book travel and beds
        Book tickets and rooms
        Reserve what sells out`,
      does: `
        Book the long ways first, then beds that can be cancelled, and keep all papers in one place.
        Compare prices on [two|three] days, book what sells out and note until when each can be cancelled.`,
      gives: `
        Confirmations for all ways and nights in one place
        All bookings within the budget, with their last day to cancel`,
    },
    {
      key: "pack",
      after: "route",
      share: 0.6,
      risk: "low",
      tools: ["docs", "sheet", "travel"],
      title: `
        Make a packing list and prepare
        Pack by list
        Prepare bags, medicine and maps`,
      does: `
        Write one list for all and one for each, look at the weather [three|four] days before and share heavy things.
        Collect medicine, chargers, maps and copies of papers, and try to carry everything once.`,
      gives: `
        A ticked list and bags that can be carried
        Packed bags and copies of all papers`,
    },
    {
      key: "home",
      after: "book",
      share: 0.4,
      risk: "low",
      tools: ["mail", "phone"],
      title: `
        Arrange things at home
        Leave the plan with someone at home
        Look after home and work`,
      does: `
        Ask somebody to look after post and plants, leave dates and numbers with them and hand over open work.
        Write down where you can be reached, who decides at home and what to do in an emergency.`,
      gives: `
        A person at home with dates and phone numbers
        A handover page for home and work`,
    },
    {
      key: "go",
      after: "book pack home",
      risk: "medium",
      tools: ["travel", "phone"],
      title: `
        Travel and keep the plan loose
        Set off and check in along the way
        Go, and adapt the plan each evening`,
      does: `
        Confirm the next booking each evening, keep an eye on the money and change the plan if people are tired.
        Meet early on the first day, share phone numbers and decide each evening what the next day needs.`,
      gives: `
        Everybody back safe, with the musts seen
        The {x} done within budget and without a missed connection`,
    },
  ],
  criteria: `
    Everybody came back safe and on time
    The cost stayed within the budget
    Each traveller's must was seen
    No booking was missed or paid twice
    All papers were valid at the border
    Copies of papers and bookings were at hand`,
};
