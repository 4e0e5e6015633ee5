/** Goals about finding things out: reports, research, trained models, learning. */
import type { Domain } from "./domain.ts";

const report: Domain = {
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

const research: Domain = {
  name: "research",
  teams: "research group, readers, partners, staff",
  roles: "project lead, editor, director, sponsor",
  objects: `batteries, heat pumps, electric vans, reading apps, solar panels, payment providers, schools, soil, bees,
    bread recipes, programming languages, chat tools, trails, insulation, city trees, running shoes, sleep, customers,
    visitors, cameras, pensions, remote work, rain gardens, search engines, translation tools, competitors, suppliers`,
  slots: {
    y: `small firms, our school, families, beginners, cold climates, our workshop, older people, a small town, our team,
      rural areas, children, hobby growers, first-time buyers, the next five years`,
    m: `an article, a decision, a talk, a grant application, the next board meeting, a book chapter, a class`,
  },
  goals: `
    [Compare|Test|Evaluate|Assess] {x} for {y}
    [Research|Investigate|Study|Find out about] {x} for {m}
    Find out which {x} [are best|fit best|are worth the money] for {y}
    [Write|Prepare|Do] a study of {x} for {y}
    [Interview|Survey] [ten|twenty|thirty] people about {x}
    Find out what people [think|need|want] when it comes to {x}`,
  assumptions: `
    Reliable sources on {x} can be reached
    [Two|Three|Four] weeks are enough for a first answer
    There is some money for samples or a small test
    The result should help a decision and need not be complete
    People are willing to talk about {x}`,
  steps: [
    {
      key: "ask",
      tools: ["docs", "mail"],
      title: `
        Put the question in one sentence
        Decide what has to be found out
        Sharpen the question about {x}`,
      does: `
        Write the question, who needs the answer and what would count as one, and agree on it with the {who}.
        Turn the subject into one main question and [three|four] smaller ones, and note what is left out.`,
      gives: `
        One main question with what would count as an answer
        A page with the question, its limits and its reader`,
    },
    {
      key: "read",
      after: "ask",
      risk: "low",
      tools: ["web", "docs", "files"],
      title: `
        Read what is known about {x}
        Search for sources on {x}
        Collect studies, tests and numbers`,
      does: `
        Search for [ten|fifteen|twenty] good sources, prefer those that measured, and note claim, proof and date of each.
        Read reviews first, follow them to the first source and keep a table of what they agree and disagree on.`,
      gives: `
        A table of sources with claim, proof and date
        Two pages on what is known and what is disputed`,
    },
    {
      key: "talk",
      after: "ask",
      share: 0.6,
      risk: "low",
      tools: ["phone", "calendar", "survey", "mail"],
      title: `
        Talk to people who know {x}
        Interview [five|six|eight] people
        Ask people with experience`,
      does: `
        Write open questions, talk to [five|six|eight] people of different kinds and take notes in their own words.
        Find people who use, sell and repair them, ask each the same questions and note where they differ.`,
      gives: `
        Notes from [five|six|eight] talks, in one form
        A list of what was said more than twice`,
    },
    {
      key: "marks",
      after: "ask",
      share: 0.5,
      risk: "low",
      tools: ["sheet", "docs"],
      title: `
        Choose the marks to judge by
        Decide how to compare
        Set criteria and weights`,
      does: `
        Choose [four|five|six] criteria with weights before looking at results, so that nobody bends them later.
        Write down what is measured, how and with which weight, and let the {who} agree.`,
      gives: `
        A list of weighted criteria, fixed before the test
        A table with empty fields for each candidate`,
    },
    {
      key: "test",
      after: "read marks",
      share: 0.6,
      risk: "medium",
      tools: ["data", "sheet", "shell"],
      title: `
        Try the most promising ones
        Test and measure
        Make a small test of {x}`,
      does: `
        Test [three|four] candidates under the same conditions, twice each, and write down numbers rather than impressions.
        Measure on a small scale what the sources leave open, and repeat what surprises.`,
      gives: `
        Measured values for each candidate, taken twice
        A record of the test that someone else could repeat`,
    },
    {
      key: "weigh",
      after: "read talk test marks",
      risk: "low",
      tools: ["data", "sheet", "charts"],
      title: `
        Put the findings together
        Weigh the findings
        Compare notes, numbers and sources`,
      does: `
        Put sources, talks and measurements side by side, look for what holds in all and explain what does not.
        Fill the table, see whether the order changes with other weights, and say how sure each finding is.`,
      gives: `
        Three to five findings, each with how sure it is
        A table that shows the order and what it depends on`,
    },
    {
      key: "write",
      after: "weigh",
      risk: "low",
      tools: ["docs", "mail"],
      title: `
        Write down the answer
        Write a short report with advice
        Report the result`,
      does: `
        Answer the main question on the first page, give advice for {y} and list every source.
        Write the answer, how it was found and where it may be wrong, and let a critic read it.`,
      gives: `
        A report with the answer on its first page
        A text that a critic has read, with all sources`,
    },
  ],
  criteria: `
    The main question has a plain answer
    Every claim has a source or a measurement
    At least [two|three] sources agree on each finding
    It is said how sure the answer is
    The {who} can decide with the result
    Someone else could repeat the work from the notes`,
};

const learning: Domain = {
  name: "learning",
  teams: "teacher, group, family",
  roles: "teacher, coach",
  objects: `Italian, Spanish, Japanese, sign language, Python, statistics, the piano, the guitar, chess, swimming, drawing,
    photography, bookkeeping, welding, sewing, baking, sailing, first aid, public speaking, touch typing, algebra,
    the violin, pottery, gardening, electronics, woodworking, singing, skiing, web design, calligraphy, history,
    Portuguese, French, German, Greek, Arabic, Welsh, Finnish, Hebrew, Latin, Korean, Mandarin, chemistry, physics, geometry,
    juggling, knitting, yoga, judo, archery, bridge, poker, tennis, golf, rowing, climbing, diving, surfing, Rust, Java, SQL,
    Excel, accounting, astronomy, the cello, the flute, the trumpet, the drums, the harp, the organ, jazz, ballet`,
  slots: {
    y: `a trip, work, an exam, a concert, my new job, a competition, everyday use, school, a wedding, fun, a licence`,
    n: `three, four, six, eight, ten, twelve`,
  },
  goals: `
    Learn {x} for {y}
    Learn {x} in {n} [weeks|months]
    [Learn|Practise] {x}
    [Get|Become] better at {x}
    Learn the basics of {x}
    Prepare for an exam in {x}`,
  assumptions: `
    There is time for [half an hour|an hour] on most days
    A beginner's level is the start
    Some money for a book or a course can be spent
    A teacher or an experienced person can be asked now and then
    A quiet place to practise {x} exists`,
  steps: [
    {
      key: "aim",
      tools: ["docs"],
      title: `
        Decide what to be able to do in the end
        Set an aim that can be tested
        Choose the aim and the date`,
      does: `
        Describe one situation that should go well at the end, and find a test or a task that shows it.
        Write down what has to work, by when and how it will be tested, and cut what is not needed for it.`,
      gives: `
        One sentence with aim, date and test
        A description of the final task`,
    },
    {
      key: "level",
      after: "aim",
      share: 0.6,
      risk: "low",
      tools: ["web", "survey"],
      title: `
        Find out the present level
        Take a first test
        See what is known already`,
      does: `
        Do a short test or a first try, keep the result and note the [three|four] greatest gaps.
        Try the final task once without help, record it and write down what was missing.`,
      gives: `
        A dated result and a list of gaps
        A recording of the first try`,
    },
    {
      key: "means",
      after: "aim",
      risk: "low",
      tools: ["web", "docs"],
      title: `
        Choose a course, a book and a teacher
        Find good material for {x}
        Pick what to learn {x} with`,
      does: `
        Compare [two|three] courses or books, try a first lesson of each and settle on one. [More would only distract.|]
        Ask people who have learnt {x}, pick one main source and somebody who can correct mistakes.`,
      gives: `
        One main source chosen and at hand
        One source and one person who corrects mistakes`,
    },
    {
      key: "plan",
      after: "means level",
      risk: "low",
      tools: ["calendar", "sheet"],
      title: `
        Make a plan for every week
        Put practice into the calendar
        Fix days and times for practice`,
      does: `
        Split the way into steps of a week, give each a small aim and enter fixed times in the calendar.
        Choose times that survive a bad day, keep one day free and plan a small test every [two|three] weeks.`,
      gives: `
        A calendar with practice on [four|five] days a week
        A weekly plan with a small aim for each week`,
    },
    {
      key: "practise",
      after: "plan",
      risk: "medium",
      tools: ["calendar", "docs"],
      title: `
        Practise {x} a little every day
        Practise the hard parts first
        Work through the plan`,
      does: `
        Practise in short sessions, begin with yesterday's mistakes and write one line after each. [Missed days are made short, not dropped.|]
        Do the hard part first while fresh, repeat what was learnt before and finish with something that is fun.`,
      gives: `
        A log with at least [four|five] sessions a week
        The aims of the week reached in most weeks`,
    },
    {
      key: "use",
      after: "practise",
      share: 0.6,
      risk: "low",
      tools: ["calendar", "chat"],
      title: `
        Use {x} with other people
        Try it in real life
        Show somebody what works`,
      does: `
        Find a group, a partner or a small task, and use it there once a week even if it is imperfect.
        Do one real thing with it, ask for honest words and turn each remark into an exercise.`,
      gives: `
        At least [three|four] real uses, with notes
        Remarks from others turned into exercises`,
    },
    {
      key: "test",
      after: "practise use",
      risk: "low",
      tools: ["survey", "web"],
      title: `
        Test the aim and decide how to go on
        Take the test again
        Do the final task in front of someone`,
      does: `
        Repeat the first test under the same conditions, compare the results and decide what comes next.
        Do the final task in front of someone, compare with the first recording and choose the next aim.`,
      gives: `
        Two results side by side and a next aim
        The final task done in front of a witness`,
    },
  ],
  criteria: `
    The final task goes well once in front of someone
    The second test is clearly better than the first
    Practice happened on at least [four|five] days in most weeks
    The [three|four] greatest gaps are closed
    There is a plan for keeping {x} alive`,
};

const training: Domain = {
  name: "training",
  teams: "data team, support team, research group, developers, operations team",
  roles: "project lead, product owner, data owner, lead engineer",
  objects: `classifier, forecast model, language model, recommender, speech model, image model, ranking model,
    detector, translator, price model, spam filter, summariser, tagger, demand forecast, fraud model, chat model`,
  slots: {
    y: `support tickets, product photos, invoices, customer reviews, sensor data, medical notes, web logs, satellite images,
      orders, bird songs, handwriting, contracts, road signs, news articles, machine noise, leaf photos, emails`,
  },
  goals: `
    [Train|Build|Develop] {a} {x} on {our} {y}
    [Train|Fine-tune|Build] {a} {x} for {y}
    [Improve|Retrain|Update] {our} {x} with new {y}
    [Evaluate|Test|Compare] {our} {x} on {y}`,
  assumptions: `
    The {y} may be used for training
    Enough examples exist, or can be labelled in [two|three] weeks
    A machine with [one graphics card|enough memory] can be used
    A simple rule exists to compare with
    The {team} can say which mistakes are costly`,
  steps: [
    {
      key: "aim",
      tools: ["docs", "chat"],
      title: `
        Decide what good enough means
        Choose the measure of success
        Agree on the measure and the bar`,
      does: `
        Ask the {team} which mistakes cost most, choose one measure that shows it and set the bar to pass. [Note what happens with the answers.|]
        Write down what goes in, what comes out, the measure and the value from which it is of use.`,
      gives: `
        One measure and a bar, agreed with the {who}
        A page with input, output, measure and bar`,
    },
    {
      key: "data",
      after: "aim",
      risk: "medium",
      tools: ["data", "database", "files"],
      title: `
        Collect and clean the {y}
        Prepare the {y}
        Gather examples and remove private data`,
      does: `
        Collect the {y}, remove doubles and private details, and describe on one page what is in and what is missing.
        Take examples from all seasons and sources, clean them with a script and look at a hundred by eye.`,
      gives: `
        A dated data set with a page that describes it
        A clean data set and a script that makes it again`,
    },
    {
      key: "label",
      after: "data",
      share: 0.5,
      risk: "low",
      tools: ["ml", "sheet", "survey"],
      title: `
        Label examples and check the labels
        Have the examples labelled twice
        Write label rules and apply them`,
      does: `
        Write rules with examples, let two people label the same [two|three] hundred and settle where they differ.
        Label in small batches, measure how often two people agree and improve the rules until they do.`,
      gives: `
        Labels on which two people agree nine times in ten
        Written rules and labelled examples`,
    },
    {
      key: "split",
      after: "data label",
      share: 0.7,
      risk: "medium",
      tools: ["data", "files"],
      title: `
        Put a test set aside
        Split the data and lock the test set
        Keep examples back for the test`,
      does: `
        Keep a part of the {y} back that nobody trains on, split by source and time so that nothing leaks.
        Set aside a test set that looks like next month, store it apart and use it only at the end.`,
      gives: `
        A locked test set without doubles in the training data
        Three parts whose sources do not overlap`,
    },
    {
      key: "base",
      after: "split data",
      share: 0.6,
      risk: "low",
      tools: ["data", "ml"],
      title: `
        Measure a simple rule first
        Build a simple baseline
        See how far a simple method gets`,
      does: `
        Measure how good a simple rule is, for the {x} must beat it to be worth the cost.
        Try the plainest method that could work, and note its result and its typical mistakes.`,
      gives: `
        A number to beat and a list of typical mistakes
        The result of the baseline on the same measure`,
    },
    {
      key: "train",
      after: "base split data",
      risk: "medium",
      tools: ["ml", "shell", "data"],
      title: `
        Train the {x}
        Train and compare several versions
        Run the training and keep records`,
      does: `
        Train a small version first, change one thing at a time and record settings, seed and result of each run.
        Start from a known recipe, watch the result on examples it has not seen and stop when it no longer improves.`,
      gives: `
        A table of runs with settings, seed and result
        A trained {x} that beats the baseline`,
    },
    {
      key: "test",
      after: "train",
      risk: "low",
      tools: ["ml", "data", "tests"],
      title: `
        Test on what was kept back
        Measure on the test set and read mistakes
        Judge the {x} honestly`,
      does: `
        Measure once on the locked test set, read [fifty|a hundred] mistakes and report results for each group.
        Test for groups, rare cases and odd input, and write down where the {x} must not be used.`,
      gives: `
        A result on the test set and a list of weak spots
        A page with results for each group and known limits`,
    },
    {
      key: "use",
      after: "test",
      share: 0.5,
      risk: "high",
      tools: ["deploy", "monitor"],
      title: `
        Put the {x} into use with care
        Run the {x} beside the old way
        Try the {x} in real work`,
      does: `
        Let it run beside the old way for [two|three] weeks without effect, compare, then give it a small part of the work.
        Put it in place behind a switch, watch its answers and keep a person who can overrule it.`,
      gives: `
        Two weeks of comparison and a decision by the {who}
        The {x} in use with an alarm and a switch`,
    },
  ],
  criteria: `
    The {x} must pass the bar on the locked test set
    The result of the {x} is better than the simple baseline's
    Data, settings and seed are stored, so that the training can be repeated
    Known limits are written down
    A person can overrule the {x}
    Results are no worse for any group`,
};

export const knowledge: readonly Domain[] = [report, research, learning, training];
