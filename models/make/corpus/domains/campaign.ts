import type { Domain } from "../domain.ts";

/** Goals of the domain "campaign", and good plans for them. */
export const campaign: Domain = {
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
