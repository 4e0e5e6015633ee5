import type { Domain } from "../domain.ts";

/** Goals of the domain "training", and good plans for them. */
export const training: Domain = {
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
