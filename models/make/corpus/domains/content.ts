import type { Domain } from "../domain.ts";

/** Goals of the domain "content", and good plans for them. */
export const content: Domain = {
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
