/** Goals of organisations: buying, selling, improving, budgeting, writing. */
import type { Domain } from "./domain.ts";

const buying: Domain = {
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

const campaign: Domain = {
  name: "campaign",
  teams: "marketing team, sales team, shop staff, members, volunteers",
  roles: "owner, director, chair, head of marketing",
  objects: `shop, brand, book, app, museum, course, club, bakery, magazine, festival, product line, newsletter, gym, charity,
    theatre, hotel, podcast, game, farm shop, language school, restaurant, library, workshop, membership, online shop`,
  slots: {
    y: `young families, students, local people, tourists, small firms, older people, runners, teachers, gardeners, new
      parents, first-time visitors, young people, companies, weekend visitors`,
    g: `new customers, more visitors, more members, more donations, more bookings, more sales, 100 new members,
      500 new subscribers, 1,000 visitors, twice as many orders`,
  },
  goals: `
    [Win|Get|Attract] {g} for {our} {x}
    [Promote|Advertise|Market] {our} {x} to {y}
    [Run|Plan|Prepare|Start] a campaign for {our} {x}
    [Launch|Introduce] {our} {x} to {y}
    Make {our} {x} better known among {y}`,
  assumptions: `
    There is a budget for [four|six|eight] weeks
    Figures on present customers can be used
    Pictures and texts can be made in house
    The {team} can answer more requests than today
    People have agreed to get messages`,
  steps: [
    {
      key: "aim",
      tools: ["docs", "sheet", "crm"],
      title: `
        Set a number to reach and a date
        Choose the aim and how to count it
        Settle aim, budget and measure`,
      does: `
        Note the present figure, choose the one to reach and decide how each new person is counted. [Agree on the budget.|]
        Write down aim, date, budget and measure on half a page, and agree on it with the {who}.`,
      gives: `
        Today's figure, the aim and a way to count
        Half a page with aim, date and budget`,
    },
    {
      key: "know",
      after: "aim",
      risk: "low",
      tools: ["survey", "crm", "web"],
      title: `
        Learn what {y} care about
        Talk to people you want to reach
        Find out why people come`,
      does: `
        Talk to [six|eight|ten] people, ask how they chose last time and write down their words.
        Ask present customers why they came and others why not, and look at what neighbours do.`,
      gives: `
        Three reasons in people's own words
        A page on who they are and what they want`,
    },
    {
      key: "word",
      after: "know",
      risk: "low",
      tools: ["docs", "design"],
      title: `
        Find the message and the offer
        Write the message
        Say in one sentence why it is worth it`,
      does: `
        Write [three|four] messages, show them to people and keep the one that they can repeat.
        Put the best reason into one sentence, add an honest offer and leave out what nobody asked for.`,
      gives: `
        One sentence that people can repeat
        A tested message and an offer`,
    },
    {
      key: "ways",
      after: "know",
      share: 0.7,
      risk: "low",
      tools: ["sheet", "calendar", "web"],
      title: `
        Choose where to be seen
        Pick [two|three] channels and dates
        Plan channels and money`,
      does: `
        Choose the [two|three] places where these people really are, and split the money with a part for what works best.
        Make a calendar of what appears where and when, with a cost and a name for each.`,
      gives: `
        A calendar with channel, cost and name
        Two or three channels with a budget each`,
    },
    {
      key: "make",
      after: "word",
      share: 0.8,
      risk: "low",
      tools: ["design", "media", "docs"],
      title: `
        Make pictures, texts and pages
        Produce the material
        Prepare all the material`,
      does: `
        Make few good pictures and texts, check names, prices and rights, and prepare the page where people arrive.
        Produce posters, posts and mails from one idea, and let somebody check every date and price.`,
      gives: `
        Checked material and a page that works on phones
        All pieces ready, with rights and prices checked`,
    },
    {
      key: "test",
      after: "make ways word",
      share: 0.5,
      risk: "medium",
      tools: ["mail", "crm", "charts"],
      title: `
        Test on a small scale
        Try two versions with little money
        Start small and compare`,
      does: `
        Show two versions to a small group for [three|five] days, and go on with the one that brings more people for the money.
        Spend a tenth of the budget first, look at the numbers and drop what does not work.`,
      gives: `
        Numbers for two versions and a choice
        A cost for each new person`,
    },
    {
      key: "run",
      after: "test make ways",
      risk: "medium",
      tools: ["mail", "crm", "charts"],
      title: `
        Run the campaign and steer it
        Start, watch and correct
        Run it and look every week`,
      does: `
        Start on the planned day, look at the figures each week and move money to what works. Answer every question within a day.
        Follow the calendar, count new people by channel and stop what costs too much.`,
      gives: `
        Weekly figures by channel
        The campaign run to its end within the budget`,
    },
    {
      key: "learn",
      after: "run",
      share: 0.6,
      risk: "low",
      tools: ["charts", "data", "docs"],
      title: `
        Count the result and keep the lessons
        Compare the result with the aim
        Look back on cost and effect`,
      does: `
        Compare figures before and after, count how many people stayed and write down what to repeat.
        Work out the cost for each new person, ask some how they heard of it and keep the lessons.`,
      gives: `
        Result, cost and three lessons on one page
        A comparison with the aim and a proposal`,
    },
  ],
  criteria: `
    The aim is reached and counted as agreed
    The cost for each new person is known
    The budget was kept
    All prices and promises were correct
    Every question was answered within a day
    The lessons are written down`,
};

const improvement: Domain = {
  name: "improvement",
  teams: "nurses, warehouse team, kitchen crew, night shift, support team, shop staff, teachers, drivers",
  roles: "operations manager, ward manager, director, owner, foreman",
  objects: `waiting times, costs, waste, errors, returns, complaints, energy use, delays, paperwork, overtime, queues, noise,
    food waste, travel costs, response times, stock, missed appointments, accidents, water use, meetings, sick days,
    late deliveries, duplicate work, cloud costs, shipping costs, packaging, staff turnover, downtime`,
  slots: {
    y: `the clinic, our warehouse, the kitchen, the office, our shop, the support team, the school, the workshop, the
      factory, the library, the call centre, the hotel, our web shop, the hospital, the farm, the post room`,
    n: `10 percent, 15 percent, 20 percent, 25 percent, 30 percent, a third, a half, a quarter`,
  },
  goals: `
    [Reduce|Cut|Lower] {x} [in|at] {y}
    [Reduce|Cut|Lower] {x} [in|at] {y} by {n}
    [Reduce|Cut|Lower] {our} {x} by {n}
    [Halve|Limit|Bring down] {our} {x}
    Find out why {x} [in|at] {y} [keep rising|are so high] and [reduce|lower] them`,
  assumptions: `
    Figures on {x} exist or can be counted in [two|three] weeks
    The {team} would like to take part
    Small changes may be tried without long approval
    Quality and safety must not get worse
    The {who} supports the change`,
  steps: [
    {
      key: "now",
      tools: ["data", "sheet", "database"],
      title: `
        Measure {x} as of today
        Count {x} for [two|three] weeks
        Find the starting figure`,
      does: `
        Decide what exactly is counted, count it for [two|three] weeks and note time, place and kind of each case.
        Take the figures of the last [six|twelve] months, check how they were made and agree on one number to follow.`,
      gives: `
        A starting figure that the {team} believes
        A table of cases by time, place and kind`,
    },
    {
      key: "watch",
      after: "",
      share: 0.6,
      risk: "low",
      tools: ["survey", "docs", "phone"],
      title: `
        Watch the work and ask those who do it
        Follow the work from start to end
        Talk to the {team}`,
      does: `
        Follow [five|ten] cases from start to end, note every wait and detour and ask people what annoys them.
        Spend a day with the {team}, draw the steps of the work and mark where time or material is lost.`,
      gives: `
        A drawing of the work with losses marked
        A list of [ten|fifteen] ideas from the {team}`,
    },
    {
      key: "why",
      after: "now watch",
      risk: "low",
      tools: ["data", "charts", "sheet"],
      title: `
        Find the few causes behind most of it
        Look for the main causes
        Sort the cases by cause`,
      does: `
        Sort the cases by cause, see which [two|three] make up most and ask why until there is something to change.
        Compare good and bad days, test each guess against the figures and keep the causes that hold.`,
      gives: `
        Two or three causes with their share
        A chart of causes, checked with the {team}`,
    },
    {
      key: "pick",
      after: "why",
      share: 0.7,
      risk: "low",
      tools: ["sheet", "docs", "chat"],
      title: `
        Choose the changes to try
        Pick [two|three] changes by effect and effort
        Decide what to change first`,
      does: `
        Collect ideas against each cause, judge effect and effort with the {team} and choose [two|three] to try.
        Choose what is quick and can be undone first, and say what would count as success.`,
      gives: `
        [Two|Three] changes with a person and an expected effect
        A short list agreed with the {who}`,
    },
    {
      key: "try",
      after: "pick why",
      risk: "medium",
      tools: ["tickets", "docs", "calendar"],
      title: `
        Try the changes on a small scale
        Test the changes for [two|three] weeks
        Run a trial in one place`,
      does: `
        Try one change at a time in one place, keep counting and ask the {team} every week what gets in the way.
        Run a trial of [two|three] weeks with a clear start, end and way back, and compare with a place that did not change.`,
      gives: `
        Figures before and during the trial
        A trial with a result for each change`,
    },
    {
      key: "spread",
      after: "try",
      risk: "medium",
      tools: ["docs", "mail", "calendar"],
      title: `
        Make what works the new habit
        Introduce the good changes everywhere
        Keep what works and drop the rest`,
      does: `
        Write the new way on one page with the {team}, show it to everyone and change forms and settings to fit.
        Introduce the changes place by place, with a person who helps in the first days.`,
      gives: `
        The new way written down and in use everywhere
        Everyone shown the change, old forms gone`,
    },
    {
      key: "hold",
      after: "spread",
      share: 0.7,
      risk: "low",
      tools: ["charts", "monitor", "sheet"],
      title: `
        Watch the figure so that it stays
        Follow {x} every month
        Check that the gain lasts`,
      does: `
        Show the figure where all can see it, look at it every month and act when it rises [two|three] times in a row.
        Count again after [two|three] months in the same way, and name one person who watches it.`,
      gives: `
        A monthly figure with a name behind it
        A second count after three months`,
    },
  ],
  criteria: `
    The figure is lower by the amount agreed
    The gain has lasted for [two|three] months
    Quality and safety are no worse than before
    The new way is written down and used by the {team}
    One person watches the figure
    The main causes are known and shown with numbers`,
};

const money: Domain = {
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

const content: Domain = {
  name: "content",
  teams: "editors, readers, writers, translators",
  roles: "editor, customer, sponsor, director",
  objects: `guide, handbook, newsletter, article, brochure, blog post, video, podcast, manual, book, exhibition text, website,
    speech, report, press release, story, film, photo book, cookbook, tutorial, web page, leaflet, annual report, style guide`,
  slots: {
    y: `beginners, customers, new members, visitors, parents, children, the press, hobby gardeners, new staff, students,
      travellers, our donors, patients, older readers, teachers, volunteers`,
    s: `bread, solar power, our history, bees, safe cycling, the new app, city trees, first aid, recycling, tea, local food,
      knots, home insulation, old tools, sleep, birds, data protection, open source, repairing things, the harbour`,
  },
  goals: `
    [Write|Publish|Create|Make|Produce] {a} {x} about {s} for {y}
    [Write|Publish|Produce|Make] {a} {x} for {y}
    [Write|Make|Record|Draft] {a} {x} about {s}
    [Update|Revise|Rewrite|Translate] {our} {x}`,
  assumptions: `
    [Two|Three] people can read drafts
    Facts can be checked with experts or sources
    Pictures may be used or made
    The length can be decided by what readers need
    The {who} approves the last version`,
  steps: [
    {
      key: "reader",
      tools: ["docs", "survey", "web"],
      title: `
        Decide who reads it and why
        Ask what readers want to know
        Settle readers, aim and length`,
      does: `
        Talk to [three|four|five] readers, collect their questions and write one sentence on what they can do afterwards.
        Describe one typical reader, the aim, the length and the form on half a page.`,
      gives: `
        A list of readers' questions and one aim
        Half a page with reader, aim and length`,
    },
    {
      key: "facts",
      after: "reader",
      risk: "low",
      tools: ["web", "docs", "phone"],
      title: `
        Collect facts, examples and pictures
        Gather material and check it
        Research what has to be in the {x}`,
      does: `
        Collect facts and examples for each question, note the source and ask an expert about what is disputed.
        Read, ask and look, and keep each fact with its source and each picture with its rights.`,
      gives: `
        Notes with a source for each fact
        Material sorted by question, with rights for pictures`,
    },
    {
      key: "outline",
      after: "reader",
      risk: "low",
      tools: ["docs", "design"],
      title: `
        Make an outline
        Sketch the order of the parts
        Plan the {x} part by part`,
      does: `
        Put the questions in the order in which a reader asks them, and give each part one message. [Cut what answers none.|]
        Write the heading and the main sentence of each part, and show it to a reader.`,
      gives: `
        An outline with one message for each part
        Headings that a reader understands without the text`,
    },
    {
      key: "draft",
      after: "outline facts",
      risk: "low",
      tools: ["docs", "media"],
      title: `
        Write the first draft
        Draft the {x} quickly
        Make a first version of the {x}`,
      does: `
        Write it through without polishing, with short sentences and an example for each point.
        Make a rough version of all parts first, then fill gaps and cut a tenth.`,
      gives: `
        A complete rough draft
        A first version with an example for each point`,
    },
    {
      key: "pictures",
      after: "outline",
      share: 0.5,
      risk: "low",
      tools: ["design", "media"],
      title: `
        Make the pictures
        Choose or draw pictures
        Prepare pictures and captions`,
      does: `
        Choose pictures that show what words cannot, write captions and keep the rights with each file.
        Draw or take [five|six] pictures, test whether they are understood without the text and name their makers.`,
      gives: `
        Pictures with captions and rights
        A picture for each part that needs one`,
    },
    {
      key: "edit",
      after: "draft",
      risk: "medium",
      tools: ["docs", "mail"],
      title: `
        Let readers try it and revise
        Check facts and revise
        Have it read by [two|three] people`,
      does: `
        Give it to [two|three] readers, see where they stop or guess, and rewrite those places. [Check each number again.|]
        Let an expert check facts and a stranger check words, then read it aloud once.`,
      gives: `
        A revised version with all remarks dealt with
        Facts checked by an expert and words by a reader`,
    },
    {
      key: "publish",
      after: "edit pictures",
      risk: "medium",
      tools: ["web", "mail", "docs"],
      title: `
        Publish the {x} and tell people
        Lay out, approve and publish
        Bring the {x} to its readers`,
      does: `
        Lay it out, have the {who} approve it, publish it and tell those who asked for it first.
        Check links, names and print, publish on the planned day and collect what readers say for [two|three] weeks.`,
      gives: `
        The {x} published, with the approval of the {who}
        The {x} in readers' hands and their first remarks`,
    },
  ],
  criteria: `
    Every question on the list has its answer in the {x}
    Every fact has a source
    [Two|Three] readers could use it without help
    The {who} has approved it
    All pictures may be used
    It is published where readers look for it`,
};

export const business: readonly Domain[] = [buying, campaign, improvement, money, content];
