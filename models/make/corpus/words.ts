/** Words the corpus fills its templates with. One word list per kind, a comma between words. */

function list(words: string): string[] {
  return words.split(",").map((word) => word.trim().replace(/\s+/g, " "));
}

/** What stands before a noun to say which one. */
export const modifiers = list(`
  billing, customer, order, payroll, stock, delivery, invoice, member, patient, student, supplier, product, marketing,
  sales, support, booking, payment, loyalty, warehouse, shipping, returns, subscription, partner, internal, public, old,
  new, main, second, regional, national, weekly, monthly, yearly, quarterly, spring, summer, autumn, winter, family,
  school, museum, library, hospital, clinic, hotel, restaurant, bakery, garden, farm, factory, workshop, studio, theatre,
  radio, city, village, harbour, airport, train, bus, bicycle, car, energy, water, solar, heating, safety, quality, audit,
  legal, tax, finance, insurance, pension, grant, donor, volunteer, alumni, research, science, chemistry, biology, music,
  film, photo, video, podcast, news, sports, travel, food, wine, coffee, fashion, toy, book, map, weather, traffic,
  parking, ticket, contact, address, password, login, mobile, desktop, cloud, backup, search, chat, mail, print, sensor,
  device, machine, robot, drone, camera, door, roof, kitchen, bathroom, office, meeting, training, onboarding, exit,
  holiday, travel, expense, purchase, contract, rental, property, tenant, repair, maintenance, cleaning, recycling,
  waste, paper, glass, textile, furniture, medical, dental, pharmacy, vaccine, fitness, yoga, football, chess, charity,
  election, survey, census, permit, court, police, fire, rescue, forest, river, coast, mountain, island, night, weekend,
  wedding, birthday, legacy, staff, guest, visitor, beginner, expert, senior, junior, junior league, trade, craft, cotton,
  wool, leather, wooden, steel, copper, stone, brick, plastic, rubber, silver, golden, red, blue, green, white, black, grey,
  small, large, tiny, huge, narrow, wide, long, short, heavy, light, cheap, costly, empty, full, broken, rusty, dusty, wet,
  dry, cold, warm, hot, quiet, noisy, busy, lazy, early, late, fresh, frozen, sweet, bitter, salty, spicy, soft, hard, smooth,
  rough, round, square, flat, steep, deep, shallow, hidden, secret, famous, forgotten, ancient, modern, digital, electric,
  manual, automatic, remote, central, northern, southern, eastern, western, lower, upper, inner, outer, front, rear, left,
  right, middle, final, urgent, daily, hourly, nightly, annual, global, foreign, rural, urban, royal, civil, private,
  common, shared, rented, borrowed, lost, stolen, retired, spare, extra, double, single, triple, nuclear, magnetic, acoustic,
  optical, thermal, chemical, organic, mineral, tropical, alpine, Nordic, Baltic, Celtic, Swedish, Polish, Dutch, Turkish`);

/** Things of every kind, for goals that belong to no domain. */
export const things = list(`
  catalogue, archive, timetable, handbook, workshop, garden, shed, fence, playground, exhibition, newsletter, database,
  website, blog, shop, counter, kitchen, menu, recipe book, orchestra, choir, concert, club, league, tournament, camp,
  course, lesson plan, exam, library, collection, map, trail, bridge, workshop room, laboratory, greenhouse, orchard,
  beehive, pond, boat, van, fleet, engine, bicycle, caravan, roof, balcony, cellar, attic, garage, bathroom, bedroom,
  office, reception, store room, warehouse, loading bay, packing line, assembly line, machine park, price list, budget,
  forecast, contract, policy, rulebook, register, inventory, helpdesk, hotline, mailbox, calendar, rota, shift plan,
  holiday plan, payroll run, stock count, audit trail, filing system, photo album, family tree, diary, novel, short story,
  screenplay, song, album, painting, mural, statue, costume, stage set, puppet show, podcast, documentary, slide deck,
  poster, leaflet, logo, brand guide, packaging, label, prototype, sensor, battery pack, charger, heat pump, solar panels,
  water tank, irrigation system, compost heap, recycling point, cycle path, car park, bus stop, crossing, street lights,
  community centre, food bank, repair café, tool library, charity run, fundraiser, petition, town meeting, street party,
  reading group, language class, swimming lessons, first aid course, emergency plan, fire drill, alarm system, lock,
  key cabinet, visitor list, seating plan, guest list, gift list, wish list, packing list, shopping list, meal plan,
  training plan, running schedule, sleep routine, morning routine, study plan, thesis, grant application, patent, survey,
  interview guide, field trip, expedition, star chart, telescope, weather station, ant farm, aquarium, stable, kennel,
  vegetable patch, herb bed, rose bed, hedge, lawn, terrace, fireplace, chimney, staircase, lift, ramp, door, window,
  curtain, sofa, bookshelf, desk, lamp, piano, guitar, violin, drum kit, choir robes, uniform, badge, passport, licence,
  permit, insurance, pension, will, mortgage, savings plan, loan, tax return, invoice template, order form, checklist,
  test suite, data model, interface, login page, search index, message queue, cache, report, dashboard, spreadsheet,
  glossary, style guide, translation, subtitle file, sound system, projector, microphone, camera rig, drone, robot arm,
  conveyor, forklift, crane, ladder, scaffold, tent, stall, kiosk, vending machine, coffee machine, oven, freezer,
  dishwasher, washing machine, sewing machine, loom, kiln, printing press, bindery, mill, bakery, brewery, cheese dairy,
  cake, bread, soup, jam, cider, vinegar, honey, pumpkin, potato, carrot, onion, pepper, apple, pear, cherry, walnut,
  chestnut, oak, birch, willow, maple, ivy, moss, fern, tulip, orchid, sunflower, lavender, mushroom, puppy, kitten, rabbit,
  hamster, parrot, pigeon, owl, falcon, goat, sheep, donkey, pony, horse, cow, pig, duck, goose, turtle, lizard, salmon, trout,
  crab, spider, butterfly, beetle, cricket, dragon, castle, tower, palace, temple, chapel, abbey, tunnel, canal, dam, reservoir,
  fountain, statue garden, square, avenue, lane, junction, platform, station, terminal, hangar, runway, cockpit, cabin,
  carriage, wagon, tractor, plough, trailer, motorcycle, scooter, skateboard, sledge, kayak, canoe, raft, ferry, anchor, sail,
  compass, lantern, torch, candle, stove, kettle, teapot, saucepan, ladle, knife, fork, spoon, plate, bowl, jug, basket, crate,
  barrel, bucket, broom, mop, sponge, soap, towel, blanket, pillow, mattress, carpet, rug, cushion, mirror, wardrobe, drawer,
  cupboard, shelf, stool, bench, hammock, swing, slide, sandpit, trampoline, kite, balloon, doll, teddy bear, jigsaw, marble run,
  train set, crossword, quiz, riddle, magic trick, poem, ballad, opera, symphony, sonata, waltz, tango, ballet, circus, parade,
  carnival, marathon, relay, triathlon, regatta, derby, playoff, trophy, medal, certificate, diploma, scholarship, fellowship,
  lecture, tutorial, textbook, workbook, notebook, pencil case, blackboard, globe, atlas, dictionary, thesaurus, encyclopedia,
  almanac, chronicle, biography, memoir, essay, thesis chapter, footnote, appendix, bibliography, index, preface, headline,
  editorial, column, interview, review, critique, manifesto, charter, treaty, statute, verdict, lawsuit, alibi, witness list,
  motive, clue, fingerprint, footprint, blueprint, floor plan, facade, arch, dome, pillar, beam, girder, rivet, bolt, screw, nail,
  hinge, lever, pulley, gear, spring, valve, piston, turbine, generator, transformer, antenna, satellite, rocket, probe, rover,
  module, kernel, compiler, parser, scheduler, router, firewall, proxy, gateway, token, session, cookie, schema, migration,
  container, pipeline, branch, release, hotfix, backlog, roadmap, wireframe, storyboard, moodboard, mock-up, template, font,
  icon, palette, banner, billboard, slogan, jingle, trailer clip, teaser, premiere, sequel, remake, soundtrack, lyrics`);

/** Verbs that take any such thing as their object. */
export const verbs = list(`
  build, rebuild, repair, restore, renovate, replace, redesign, design, draw, paint, clean, tidy, sort, sort out, reorganise,
  organise, arrange, prepare, plan, set up, put together, assemble, install, upgrade, update, modernise, extend, expand,
  shrink, simplify, improve, speed up, fix, test, inspect, measure, count, review, check, document, describe, explain,
  translate, print, publish, promote, sell, rent out, lend, share, donate, buy, order, finance, insure, label, catalogue,
  digitise, scan, store, pack, move, transport, deliver, collect, recycle, reuse, close, reopen, open, start, restart,
  launch, introduce, run, manage, maintain, look after, protect, secure, insulate, heat, cool, light, decorate, plant,
  grow, harvest, breed, train, teach, rehearse, perform, record, film, edit, finish, complete, save, combine, split,
  merge, adapt, convert, customise, automate, standardise, schedule, reschedule, cancel, hand over, take over, transfer,
  bake, cook, brew, bottle, serve, smoke, dry, freeze, season, sew, knit, weave, dye, iron, wash, polish, sand, varnish,
  weld, carve, cast, glaze, tile, plaster, frame, hang, mount, wire, solder, tune, sharpen, cut, trim, stitch, patch, wrap,
  unpack, stack, shelve, weigh, sample, taste, rank, tag, stamp, seal, ship, tow, feed, mow, prune, dig, drain, pump, charge,
  refill, refactor, debug, encrypt, archive, index, sync, mirror, migrate, rename, adopt, rescue, groom, guide, escort,
  interview, invite, greet, audit, estimate, forecast, simulate, model, sketch, photograph, rewrite, summarise, present,
  win back, defend, negotiate, agree, settle, register, license, certify, map, survey, study, learn, research, invent`);

/** Groups of people who have a part in the work. */
export const teams = list(`
  finance team, sales team, support team, legal team, marketing team, operations team, design team, data team,
  security team, warehouse team, product team, platform team, research group, board, management, works council, editors,
  teachers, nurses, doctors, drivers, volunteers, residents, neighbours, parents, members, suppliers, partners, customers,
  tenants, students, visitors, staff, night shift, front desk, help desk, engineers, accountants, buyers, planners,
  developers, testers, technicians, field team, kitchen crew, stage crew, organisers, sponsors, trustees, committee`);

/** Places with a name. */
export const places = list(`
  Lisbon, Oslo, Vienna, Prague, Dublin, Turin, Porto, Lyon, Gdansk, Riga, Tallinn, Bergen, Malmo, Utrecht, Ghent, Basel,
  Graz, Leipzig, Bremen, Seville, Valencia, Naples, Bologna, Athens, Sofia, Zagreb, Kyoto, Osaka, Seoul, Hanoi, Jakarta,
  Mumbai, Nairobi, Accra, Cairo, Tunis, Lima, Bogota, Quito, Santiago, Montreal, Boston, Denver, Austin, Chicago,
  Toronto, Melbourne, Perth, Auckland, Iceland, Norway, Portugal, Japan, Peru, Kenya, Scotland, Tuscany, Patagonia`);

/** Things in the plural that a change must not lose or break. */
export const treasures = list(`
  orders, records, customers, messages, bookings, payments, members, files, photos, tickets, leads, subscribers,
  comments, invoices, contacts, settings, passwords, documents, emails, samples, parcels, books, plants, animals, pupils,
  patients, guests, volunteers, donors, reviews, rankings, links, signatures, measurements, backups, logs, contracts,
  prices, discounts, vouchers, accounts, reservations, deliveries, applications, recordings, drawings, notes, results`);

/** Times by which something must be done, with their preposition. */
export const deadlines = list(`
  by Friday, by Monday, by next week, by the end of the week, by the end of the month, by the end of the year, by June,
  by September, by 1 March, by 15 May, by 30 November, by spring, before summer, before the holidays, before the audit,
  before the season starts, before school starts, before winter, in two weeks, in three days, in one day, in six weeks,
  in 30 days, in 90 days, within a week, within a month, within 48 hours, within the quarter, within six months,
  this week, this month, this quarter, this weekend, this year, over the weekend, next month`);

/** Currencies, for amounts of money. */
export const currencies = list("euros, euros, dollars, dollars, pounds, francs, crowns");

const onsets = list("b, br, c, ch, d, dr, f, g, gl, h, k, l, m, n, p, pl, r, s, st, t, tr, v, w, z");
const nuclei = list("a, e, i, o, u, ai, ea, io, ou");
const codas = list("n, r, l, s, x, m, nd, rt, k, th");

/** Where, for whom or with what: ends of a goal that a plan restates and leaves alone. Slots: {m}, {t}, {z}, {n}, {name}. */
export const tails = `
  in the {m} {z}
  in our {z}
  for the {m} {z}
  for our {name} {z}
  with {n} {t}
  for {n} {t}
  near {p}
  from {p}
  in {p}
  of {p}
  at the {name} {z}
  called {name}
  of {year}
  behind the {z}
  next to our {m} {z}
  and its {z}
  with {name}
  with a {m} {z}
  for {name} and {name2}
  between {p} and {name}
  for the {z}'s {z2}
  of the {m} {z} and the {z2}
  from the {z} to the {m} {z2}`;

/** A made-up name such as "Brelanor", so that a model learns to copy words it has never met. */
export function madeUpWord(pick: <T>(items: readonly T[]) => T, syllables: number): string {
  let word = "";
  for (let i = 0; i < syllables; i++) word += pick(onsets) + pick(nuclei);
  return word + pick(codas);
}
