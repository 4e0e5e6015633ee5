import type { Domain } from "../domain.ts";

/** Goals of the domain "hiring", and good plans for them. */
export const hiring: Domain = {
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
