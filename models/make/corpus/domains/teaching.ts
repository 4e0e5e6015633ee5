import type { Domain } from "../domain.ts";

/** Goals of the domain "teaching", and good plans for them. */
export const teaching: Domain = {
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
