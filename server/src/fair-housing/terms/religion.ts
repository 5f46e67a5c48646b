import { type TermGroup, wishes } from "../term-group.ts";
import { buildings } from "./harmless-phrases.ts";

export const religion: readonly TermGroup[] = [
  {
    category: "religion",
    instead: null,
    words: `christian, christianity, catholic, protestant, baptist, evangelical, lutheran, methodist, presbyterian, pentecostal, episcopalian,
      adventist, seventh day adventist, jehovah witness, mormon, lds, latter day saint, quaker, amish, mennonite, jew, jewish, judaism, hasidic, hassidic,
      orthodox jew, orthodox jewish, muslim, moslem, islam, islamic, sunni, shia, hindu, hinduism, buddhist, buddhism, sikh, jain, scientologist,
      scientology, atheist, agnostic, pagan, religious, religion, religiously, faith based, same faith, our faith, my faith, godly, god fearing, church going,
      church goer, churchgoing, churchgoer, bible, bible study, kosher, halal, eruv, sabbath, shabbat, prayer room, puja room`,
  },
  {
    category: "religion",
    instead: wishes.namedPlace,
    words: `church, ${buildings}, synagogue, shul, mosque, masjid, mandir, gurdwara, kingdom hall, ashram, lds temple, mormon temple, hindu temple, buddhist temple,
      sikh temple, jewish temple, lds ward, mormon church, islamic center, islamic centre, house of worship, walk to mass, sunday mass, catholic mass, near mass, place of worship, catholic church,
      christian church, parochial school, catholic school, christian school, jewish school, religious school, islamic school, lutheran school, bible college,
      ward house, yeshiva`,
  },
  {
    category: "religion",
    instead: wishes.namedPlace,
    when: "nearby",
    words: "temple, chapel, cathedral, monastery, convent, parish, shrine",
  },
  { category: "religion", instead: null, when: "people", words: "orthodox, spiritual" },
];
