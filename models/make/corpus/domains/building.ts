import type { Domain } from "../domain.ts";

/** Goals of the domain "building", and good plans for them. */
export const building: Domain = {
  name: "building",
  teams: "neighbours, tenants, family, members, builders",
  roles: "owner, site manager, architect, foreman",
  objects: `kitchen, bathroom, roof, garden, playground, shed, workshop, garage, terrace, greenhouse, meeting room, fence, attic,
    classroom, reception, staircase, cellar, pond, tree house, bike shelter, stage, canteen, shop window, cycle path,
    heating, balcony, chicken house, vegetable garden, sports field, guest room`,
  slots: {
    y: `wheelchair users, children, twenty people, the family, winter, less energy use, more light, visitors, our club, the
      tenants, two cars, pupils, more storage, birds and insects, rainy days`,
  },
  goals: `
    [Renovate|Rebuild|Restore|Repair] {our} {x}
    [Build|Plan|Design] {a} {x} for {y}
    [Renovate|Rebuild|Prepare] {our} {x} for {y}
    [Build|Plant|Create|Set up] {a} {x}`,
  assumptions: `
    The owner agrees and permits can be had
    The place can be used by others or closed during the work
    Prices hold for [four|six|eight] weeks
    Some of the work can be done by ourselves
    The ground and the walls are sound`,
  steps: [
    {
      key: "want",
      tools: ["docs", "survey", "design"],
      title: `
        Measure and decide what is wanted
        Collect wishes and take measurements
        Look closely at what is there`,
      does: `
        Measure everything, take pictures, look for damp and old pipes, and list wishes in order of need.
        Ask those who use the place, measure twice and write down what stays, what goes and what it may cost.`,
      gives: `
        Measurements, pictures and an ordered list of wishes
        A list of what stays and what goes, with a budget`,
    },
    {
      key: "draw",
      after: "want",
      risk: "low",
      tools: ["design", "docs", "sheet"],
      title: `
        Draw the plan and count the material
        Draw the {x} to scale
        Design the {x} and list the material`,
      does: `
        Draw it to scale, mark it out on the spot with tape and list material with a tenth to spare.
        Make a drawing with all sizes, try the ways and heights on the spot and count what is needed.`,
      gives: `
        A drawing to scale and a list of material
        A plan tried on the spot and a cost by part`,
    },
    {
      key: "permit",
      after: "draw",
      share: 0.5,
      risk: "medium",
      tools: ["mail", "web", "phone"],
      title: `
        Ask for permits and talk to neighbours
        Clear permits and rules
        Find out what is allowed`,
      does: `
        Ask the office which permits are needed, hand in the drawing and talk to the neighbours before work begins.
        Look up the rules, get permission in writing and agree on noisy hours with those next door.`,
      gives: `
        Written permission, or a note that none is needed
        Permits in hand and neighbours informed`,
    },
    {
      key: "order",
      after: "draw",
      risk: "medium",
      tools: ["web", "money", "mail"],
      title: `
        Get offers and order material
        Find craftspeople and order
        Order in time what takes long`,
      does: `
        Ask [two|three] firms for offers on the same drawing, order long-lead material first and fix dates.
        Compare offers, book craftspeople in the right order and have material delivered a week early.`,
      gives: `
        Orders and dates in writing
        A calendar of trades and deliveries`,
    },
    {
      key: "clear",
      after: "permit order",
      share: 0.6,
      risk: "medium",
      tools: ["phone", "calendar"],
      title: `
        Clear and protect the place
        Prepare the ground
        Remove the old parts`,
      does: `
        Turn off water and power where needed, cover what stays and take the old parts away by kind of waste.
        Clear the place, protect floors and plants, and look once more for pipes and cables.`,
      gives: `
        An empty, safe place and waste sorted
        Water and power off where work begins`,
    },
    {
      key: "build",
      after: "clear order permit",
      risk: "high",
      tools: ["calendar", "phone", "chat"],
      title: `
        Build the {x} in the right order
        Build the {x} and check each part
        Build, from the rough to the fine`,
      does: `
        Work from the rough to the fine, check level and sizes after each part and leave time for drying.
        Do hidden parts first and photograph them before they are covered, and look at the work every evening.`,
      gives: `
        Each part checked before the next begins
        Pictures of hidden parts and a dated log`,
    },
    {
      key: "finish",
      after: "build",
      risk: "low",
      tools: ["docs", "money", "survey"],
      title: `
        Inspect, correct and hand over
        Check the {x} and correct faults
        Clean up and inspect the work`,
      does: `
        Go through the drawing point by point, list faults, pay only when they are corrected and keep papers together.
        Test everything that moves or flows, clean up and let those who use it try it for [a week|two weeks].`,
      gives: `
        A signed list without open faults
        Everything tested, papers and warranty in one folder`,
    },
  ],
  criteria: `
    The finished {x} and the drawing agree
    Nothing on the list of faults is open
    The cost is within the budget
    Permits and papers are in one folder
    Those who use it have tried it for a week
    The place is clean and safe`,
};
