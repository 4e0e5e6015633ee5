import type { Domain } from "../domain.ts";

/** Goals of the domain "event", and good plans for them. */
export const event: Domain = {
  name: "event",
  teams: "volunteers, organisers, helpers, members, neighbours, sponsors",
  roles: "chair, coordinator, treasurer, director, project lead",
  objects: `conference, workshop, party, wedding, concert, fair, reunion, open day, hackathon, exhibition, tournament, dinner,
    festival, picnic, reading, seminar, market, charity run, quiz night, film night, retreat, ceremony, birthday party,
    summer party, team day, science day, flea market, book launch, town meeting, sports day, graduation`,
  slots: {
    y: `20 people, 30 children, 40 guests, 50 guests, 80 guests, 100 people, 150 visitors, 200 guests, 500 visitors, our
      customers, the whole company, our neighbours, new members, our donors, all pupils, retired staff, local families`,
    p: `Lisbon, Vienna, Oslo, Lyon, the town hall, the park, the school, the museum, our garden, the office, the old mill,
      Dublin, Turin, Riga, Ghent, the library, the harbour, Boston`,
  },
  goals: `
    [Organise|Organize|Plan|Prepare|Hold|Arrange] {a} {x} for {y}
    [Organise|Organize|Plan|Host|Hold] {a} {x} for {y} in {p}
    [Organise|Plan|Set up|Run] {a} {x} in {p}
    [Plan|Prepare|Celebrate] {our} {x}`,
  assumptions: `
    The budget is known or can be agreed in the first week
    [Three|Four|Five] people can help on the day
    Most guests can come by public transport
    The date can still be moved by a week
    Some guests need food without meat, or other care
    The {who} decides when opinions differ`,
  steps: [
    {
      key: "frame",
      tools: ["docs", "sheet", "chat"],
      title: `
        Settle purpose, date and budget
        Agree on the purpose of the {x}
        Fix the frame of the {x}`,
      does: `
        Write down why it happens, who comes, what it may cost and [two|three] possible dates, and agree with the {who}.
        Settle purpose, number of guests, date and the highest cost, and name one person for each part of the work.`,
      gives: `
        One page with purpose, date, guests and budget
        An agreed date and budget, with a name for each task`,
    },
    {
      key: "place",
      after: "frame",
      risk: "medium",
      tools: ["web", "travel", "phone"],
      title: `
        Find and book the place
        Look at [two|three] places and book one
        Book a room that fits {y}`,
      does: `
        Visit [two|three] places, check size, access, power and toilets, and book the best one in writing. [Ask about rain.|]
        Compare places by cost, access and rules, keep a second one in reserve and pay the deposit.`,
      gives: `
        A signed booking with date, hours and price
        A booked place and a second one in reserve`,
    },
    {
      key: "programme",
      after: "frame",
      share: 0.8,
      risk: "low",
      tools: ["docs", "mail", "calendar"],
      title: `
        Plan the programme
        Find speakers, music or games
        Draw up the order of the day`,
      does: `
        Plan the day in blocks with long breaks, ask the people who take part and get each promise in writing.
        Choose [three|four] main points, leave time between them and write who does what at which hour.`,
      gives: `
        A timetable with a name for every point
        Written promises from all who take part`,
    },
    {
      key: "invite",
      after: "place",
      risk: "low",
      tools: ["mail", "survey", "crm"],
      title: `
        Invite {y}
        Send invitations and count answers
        Make the {x} known`,
      does: `
        Send date, place and a form for answers and special needs, and remind those who are silent after [a week|two weeks].
        Write a short invitation, ask for an answer by a fixed day and keep one list of guests.`,
      gives: `
        A list of guests with their needs
        Answers from at least [eight|nine] in ten of those invited`,
    },
    {
      key: "supply",
      after: "place invite",
      risk: "medium",
      tools: ["money", "web", "sheet"],
      title: `
        Order food, drinks and equipment
        Arrange food and technology
        Order everything for the {x}`,
      does: `
        Ask for [two|three] offers, order for the number of guests and one in ten more, and test sound and light in the room.
        Make one list of food, drinks, chairs and equipment, order in time and confirm each delivery two days before.`,
      gives: `
        Confirmed orders with times and a phone number each
        A list with everything ordered and within the budget`,
    },
    {
      key: "rain",
      after: "place",
      share: 0.4,
      risk: "medium",
      tools: ["travel", "docs", "phone"],
      title: `
        Prepare for what could go wrong
        Make a plan for bad weather and illness
        Think through the likely mishaps`,
      does: `
        Go through rain, illness, delay and accident, decide what happens then and write down the numbers to call.
        Name a second person for each task, check insurance and first aid, and decide when the plan changes.`,
      gives: `
        A page with mishaps, answers and phone numbers
        A second person for each task`,
    },
    {
      key: "day",
      after: "supply programme invite",
      risk: "high",
      tools: ["chat", "phone", "docs"],
      title: `
        Run the {x} by the timetable
        Hold the {x}
        Set up, welcome and look after guests`,
      does: `
        Meet two hours early, walk through the plan, welcome the guests and keep one person free for surprises.
        Set up the evening before, give each helper a sheet with times and keep to the timetable without haste.`,
      gives: `
        The {x} held as planned, with notes on surprises
        All points of the timetable done within a quarter of an hour`,
    },
    {
      key: "after",
      after: "day",
      share: 0.6,
      risk: "low",
      tools: ["mail", "survey", "money"],
      title: `
        Clear up, pay and say thank you
        Thank the helpers and count the cost
        Settle bills and collect opinions`,
      does: `
        Leave the place clean, pay the bills within [a week|ten days], thank everyone and ask what was good and what was not.
        Compare cost with budget, send thanks and pictures, and write down lessons for next time.`,
      gives: `
        All bills paid and compared with the budget
        Thanks sent and a page of lessons`,
    },
  ],
  criteria: `
    The {x} took place on the agreed day
    The cost stayed within the budget
    At least [eight|nine] in ten of the invited guests were there
    Nobody was hurt and nothing was broken
    Most guests would come again
    All bills are paid and helpers thanked`,
};
