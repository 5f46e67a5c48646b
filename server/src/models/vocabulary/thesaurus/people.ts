/**
 * Kinds of clients, their situations and their languages; no terms of protected classes (docs/fair-housing.md).
 */
export const people: Record<string, string> = {
  military: `veteran, veterans, vet, vets, military, va, va loan, va loans, va buyer, armed forces, armed services, army,
    navy, air force, marine, marines, coast guard, national guard, reservist, soldier, sailor, airman, service member,
    service members, servicemember, active duty, deployed, deployment, pcs, base housing, military base, mountain home afb,
    gowen field, gi bill, green to gold, mrp, military relocation professional, basic allowance for housing, bah,
    retired army, retired navy, retired military, retired air force, retired marine, retired veteran, retired sergeant`,
  first_time_buyer: `first time buyer, first time buyers, first time home buyer, first time homebuyer, first time
    homebuyers, first time home buyers, first home, first house, first time, starter home, starter homes, starter house,
    new buyer, stop renting, down payment assistance, fha, fha loan, homebuyer education, entry level, never bought`,
  senior_housing: `senior living, senior community, senior housing, 55+, 55 plus, 55 and over, over 55, 55 and older, 62+, active adult,
    age restricted, retirement community, aging in place, age in place, sres, seniors real estate specialist, golden years`,
  downsizing: `downsize, downsizing, downsizer, rightsizing, smaller home, smaller place, less upkeep, less space, simplify,
    lock and leave`,
  relocation: `relocation, relocate, relocating, relocated, relo, out of state, from california, new in town, moving here,
    move to idaho, moving to idaho, newcomer, newcomers, transferee, transfer, job transfer, corporate relocation,
    new to the area, transplant, pcs, cross country`,
  multigenerational: `multigenerational, multi generational, mother in law, mother in law suite, in law suite, in law
    quarters, inlaw, adu, accessory dwelling unit, guest house, casita, granny flat, guest quarters, dual living,
    separate living quarters, next gen`,
  luxury: `luxury, luxurious, luxe, high end, upscale, upmarket, executive home, executive homes, estate home, estate homes,
    mansion, mansions, million dollar, multi million, prestigious, exclusive, elegant, fine homes, opulent, gated estate,
    premier homes, clhms, distinctive, affluent, high net worth, exquisite`,
  affordable: `affordable, cheap, inexpensive, budget, budget friendly, low cost, low price, low priced, bargain, value
    priced, economical, deal, deals, reasonably priced, under market`,
  investors: `investment, investments, investor, investors, invest, investing, investment property, income property,
    rental income, rental property, rental properties, rentals, cash flow, cash flowing, cap rate, roi, return on
    investment, landlord, landlords, portfolio, 1031, 1031 exchange, passive income, brrrr, buy and hold, tenant occupied,
    turnkey rental, wealth building`,
  short_term_rental: `short term rental, short term rentals, str, airbnb, vrbo, vacation rental, vacation rentals, nightly
    rental, nightly rentals, holiday rental, furnished rental`,
  flippers: `flip, flipper, flippers, flipping, fix and flip, house flipping, fixer, fixer upper, fixer uppers, rehab,
    needs work, needs tlc, tlc, handyman, handyman special, sold as is, diamond in the rough, sweat equity, project house,
    good bones, renovation project`,
  spanish: `spanish speaking agent, speaks spanish, bilingual, habla espanol, hablo espanol, se habla espanol, espanol, en espanol,
    castellano, habla, hablamos, casas`,
  languages: `bilingual, multilingual, trilingual, fluent, speaks, languages, language, interpreter, translation, speaks spanish,
    espanol, american sign language, asl, international clients`,
  probate: `probate, estate sale, estate sales, inherited, inherit, inheritance, heirs, heir, trust sale, executor,
    executors, administrator of the estate, deceased, loss of a parent, cpres, trustee`,
  distressed: `foreclosure, foreclosures, foreclosed, short sale, short sales, reo, bank owned, auction, distressed,
    pre foreclosure, behind on payments, hud home, hud homes, loan modification, bankruptcy`,
  students: `student, students, college, university, campus, boise state, bsu, dorm, off campus, college students,
    university of idaho, student housing, faculty, professors`,
  first_responders: `first responder, first responders, police, police officers, law enforcement, firefighter,
    firefighters, fire department, paramedic, paramedics, emt, sheriff, homes for heroes, heroes`,
  medical: `doctor, doctors, physician, physicians, nurse, nurses, medical professional, medical professionals, healthcare,
    health care workers, hospital, st lukes, saint alphonsus, physician loan, travel nurse, dentist, residents and fellows`,
  teachers: `teacher, teachers, educator, educators, school employees, teacher next door`,
  accessibility: `accessible, accessibility, wheelchair, handicap accessible, disabled access, mobility,
    single level, zero step, no step, step free, roll in shower, wide doorways, ramp, elevator, grab bars, no stairs`,
  remote_workers: `remote work, remote worker, remote workers, work from home, working from home, wfh, telecommute, home
    office, office space, dedicated office, fiber internet, high speed internet, den, study, digital nomad, zoom room`,
  pets: `pet, pets, pet friendly, dog, dogs, cat, cats, dog park, dog run, dog door, fenced for dogs, fenced yard, animals
    welcome, kennel`,
};
