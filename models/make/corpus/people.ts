/** Goals about people: hiring them, bringing them together, travelling, teaching them. */
import type { Domain } from "./domain.ts";

const hiring: Domain = {
  name: "hiring",
  teams: "support team, finance team, kitchen crew, nurses, teachers, night shift, sales team, design team, front desk",
  roles: "office manager, team lead, director, head of support, ward manager",
  objects: `developer, nurse, teacher, designer, accountant, cook, driver, gardener, engineer, analyst, receptionist, editor,
    electrician, librarian, baker, sales manager, office manager, translator, coach, photographer, researcher, tester,
    mechanic, carpenter, data scientist, project manager, shop assistant, care worker, apprentice, intern, pharmacist`,
  slots: {
    y: `our new office, the night shift, the summer season, our school, the support team, our clinic, the workshop, the
      kitchen, the finance team, our shop, the new project, the data team, our studio, the front desk`,
    n: `two, three, four, five, six`,
  },
  goals: `
    [Hire|Find|Recruit] {a} {x} for {y}
    [Hire|Recruit|Find] {a} {x}
    [Fill|Advertise|Fill again] the post of {x} [at|in|for] {y}
    [Onboard|Welcome|Train] {a} new {x} for {y}
    [Hire|Recruit] {n} people for {y}
    Replace {our} {x} who leaves next month`,
  assumptions: `
    The post is approved and the salary is known
    The {team} can take part in interviews
    The work can begin within [two|three] months
    Training on the job is possible
    Applications are treated as private`,
  steps: [
    {
      key: "need",
      tools: ["docs", "people", "chat"],
      title: `
        Write down what the job of the {x} is
        Describe the job and what it needs
        Settle tasks, skills and salary`,
      does: `
        Ask the {team} what the new person does in a normal week, and tell musts from what can be learnt. [Agree on the salary.|]
        List tasks, musts and the first aims for [three|six] months, and have the {who} agree to them.`,
      gives: `
        One page with tasks, musts and salary, agreed by the {who}
        A profile with no more than five musts`,
    },
    {
      key: "advert",
      after: "need",
      risk: "low",
      tools: ["people", "web", "docs"],
      title: `
        Write and publish the advert for the {x}
        Advertise the post [widely|in the right places]
        Make the post known`,
      does: `
        Write in plain words what the work and the pay are, and publish it where such people really look.
        Publish the advert in [two|three] places, tell the {team} and ask them to pass it on.`,
      gives: `
        A published advert that names tasks, pay and a contact
        An advert in three places and a first answer`,
    },
    {
      key: "marks",
      after: "need",
      share: 0.6,
      risk: "low",
      tools: ["docs", "sheet"],
      title: `
        Prepare the same questions for everyone
        Decide how to judge fairly
        Write questions and a small work sample`,
      does: `
        Write [five|six] questions and a small task from the real work, with marks for good and weak answers.
        Choose what is judged and how before reading applications, so that all are treated alike.`,
      gives: `
        Questions, a task and a sheet for marks
        A sheet that two people fill in the same way`,
    },
    {
      key: "read",
      after: "advert marks",
      risk: "low",
      tools: ["people", "sheet", "mail"],
      title: `
        Read applications and choose whom to meet
        Make a short list
        Sort the applications`,
      does: `
        Let two people read each application for the musts only, answer everybody within [a week|five days] and invite [four|five].
        Mark each application on the sheet, talk about the differences and invite the best [four|five|six].`,
      gives: `
        A short list of [four|five] people and an answer to all others
        Marks from two readers for each application`,
    },
    {
      key: "meet",
      after: "read marks",
      risk: "medium",
      tools: ["calendar", "people", "phone"],
      title: `
        Interview for the post of {x}
        Hold interviews with a work sample
        Meet the people on the short list
        Interview and try real work together`,
      does: `
        Ask everyone the same questions, do the small task together and write down marks before talking about them.
        Meet each person with someone from the {team}, leave time for their questions and note facts rather than feelings.`,
      gives: `
        A filled sheet for each interview
        Notes and marks from two people for each meeting`,
    },
    {
      key: "offer",
      after: "meet",
      risk: "medium",
      tools: ["mail", "phone", "people"],
      title: `
        Choose and make an offer
        Decide, check references and offer
        Make the offer and sign`,
      does: `
        Decide by the marks, talk to [one|two] former employers with permission and make a written offer with a date.
        Choose with the {who}, call the person, send the contract and thank everyone else in person.`,
      gives: `
        A signed contract with a first day
        A written yes, and an answer to all the others`,
    },
    {
      key: "start",
      after: "offer need",
      share: 0.7,
      risk: "low",
      tools: ["calendar", "people", "docs"],
      title: `
        Prepare the first weeks
        Plan the first day of the {x}
        Welcome the new person`,
      does: `
        Prepare desk, keys and accounts, name a partner for questions and plan small tasks for the first [two|four] weeks.
        Write a plan for the first month with one aim a week, and fix talks after one week and one month.`,
      gives: `
        Desk, accounts and a partner ready on the first day
        A plan for the first month that both have agreed to`,
    },
  ],
  criteria: `
    A contract is signed and the first day is set
    Everybody who applied has an answer
    All interviews were judged with the same sheet
    The new person works alone on a first task after [four|six] weeks
    The {team} took part in the choice
    Salary and tasks are as agreed at the start`,
};

const event: Domain = {
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

const travel: Domain = {
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

const teaching: Domain = {
  name: "teaching",
  teams: "trainers, teachers, staff, volunteers",
  roles: "head teacher, team lead, coordinator, director",
  objects: `course, lesson, workshop, training, class, seminar, webinar, school project, reading course, first aid course,
    safety training, cooking class, summer school, study group, lesson series, refresher course, evening class`,
  slots: {
    y: `beginners, new staff, teachers, pupils, parents, nurses, volunteers, managers, drivers, older people, apprentices,
      children, refugees, shop staff, students, engineers, neighbours, trainers`,
    s: `data protection, first aid, spreadsheets, food safety, bird watching, fractions, poetry, fire safety, programming,
      good feedback, composting, map reading, photography, bookkeeping, the new software, negotiation, water, planets`,
  },
  goals: `
    [Prepare|Design|Give|Develop|Plan|Hold] {a} {x} on {s} for {y}
    [Teach|Train] {y} in {s}
    [Set up|Organise|Plan] {a} {x} for {y}
    Show {y} how to deal with {s}`,
  assumptions: `
    The group has no more than [twelve|fifteen|twenty] people
    {Y} can spare [two hours|half a day|an hour a week]
    A room or a video call is available
    Most know little or nothing about it
    The {who} supports the time away from work`,
  steps: [
    {
      key: "need",
      tools: ["survey", "mail", "phone"],
      title: `
        Find out what {y} know and need
        Ask {y} before planning
        Learn where the group stands`,
      does: `
        Ask [five|six|eight] of them what they do, what they know and where they get stuck, and choose the aims from that.
        Send a short form, look at real work of the group and write down what they should be able to do afterwards.`,
      gives: `
        [Two|Three] aims that say what people can do afterwards
        Answers from the group and a list of aims`,
    },
    {
      key: "build",
      after: "need",
      risk: "low",
      tools: ["docs", "design", "web"],
      title: `
        Plan the sessions and exercises
        Build the lesson around exercises
        Prepare material and examples`,
      does: `
        Plan each part as example, exercise and talk, with more time for doing than for listening.
        Write a plan in blocks of [ten|fifteen|twenty] minutes, with an exercise from real work in each.`,
      gives: `
        A plan in blocks, each with an exercise
        Sheets, slides and examples for every part`,
    },
    {
      key: "place",
      after: "need",
      share: 0.6,
      risk: "low",
      tools: ["calendar", "mail", "chat"],
      title: `
        Fix date and room and invite
        Invite {y}
        Book the room and send dates`,
      does: `
        Choose a time that suits most, book room and equipment and send an invitation with the aims.
        Agree on the date with the {who}, reserve the room and say what to bring.`,
      gives: `
        A booked room and a list of people who come
        Invitations answered by most of the group`,
    },
    {
      key: "try",
      after: "build",
      share: 0.6,
      risk: "low",
      tools: ["calendar", "docs"],
      title: `
        Try it on [two|three] people
        Rehearse once with friendly listeners
        Test the exercises`,
      does: `
        Go through it with [two|three] people who know as little, watch the clock and change what they do not understand.
        Do the exercises with a colleague, time them and cut a fifth of the material.`,
      gives: `
        A shorter plan with real times
        Exercises that a beginner has solved`,
    },
    {
      key: "hold",
      after: "build place try",
      risk: "medium",
      tools: ["media", "calendar", "docs"],
      title: `
        Hold the {x}
        Teach, and let people do things
        Give the {x} and watch the group`,
      does: `
        Begin with a task, explain what it showed, and walk around during exercises to see who is stuck.
        Keep to the blocks, ask more than you tell and note questions that could not be answered.`,
      gives: `
        Everyone has done each exercise at least once
        A session held, with notes on open questions`,
    },
    {
      key: "check",
      after: "hold",
      risk: "low",
      tools: ["survey", "mail"],
      title: `
        Check what people can do afterwards
        Test the aims and collect opinions
        See what has stayed after [two|three] weeks`,
      does: `
        Give a small task at the end and again after [two|three] weeks, and improve what most people miss.
        Ask for one good and one bad point, look at real work later and correct the material.`,
      gives: `
        Most people solve the task without help
        Results, opinions and a corrected plan`,
    },
  ],
  criteria: `
    At least [eight|nine] in ten can do the final task alone
    All aims were practised, not just explained
    The material is stored where others can use it
    Open questions were answered within a week
    {Y} would recommend it to others`,
};

export const people: readonly Domain[] = [hiring, event, travel, teaching];
