/** A word that names, comments and test titles must not have, and what to write instead. */
export type Rule = {
  /** Lower case; the parts of a compound name joined by hyphens: `make-room` finds `makeRoom` and `make-room.ts`. */
  word: string;
  instead: string;
  /** Field terms that have the word. */
  except?: RegExp;
  /** Folders in which the word is a field term. */
  exceptIn?: RegExp;
};

/** Where rooms, doors and desks are those of homes. */
const HOMES = /(^|\/)demo\/|^server\/test\/(photo-search|photo-rooms)\/|^server\/src\/models\/builtin\//;
const fixture = "a fixture: `openMail`, `mailFixture`, `mail.fixture.ts`";
const actor = "the actor: caller, visitor, worker, agent";

/** Parts of identifiers and file names. */
export const bannedInNames: readonly Rule[] = [
  { word: "desk", instead: fixture, exceptIn: HOMES },
  { word: "shelf", instead: fixture, exceptIn: HOMES },
  {
    word: "room",
    instead: `${fixture}; capacity, when memory or disk is meant`,
    except:
      /^room$|^rooms?-(type|confidence|guess|params|traits|of-surface|by-hand|types|number)|(living|dining|play|family|great|game|sun|bonus|laundry|outdoor|bed|bath|image|images|by|of|in|set)-room|-room-type|^room-of$/,
    exceptIn: HOMES,
  },
  {
    word: "office",
    instead: fixture,
    except:
      /^office$|^office-(key|name|address|building|traits|plan|record|phone|email|mls)|(list|feed|home)-office/,
    exceptIn: HOMES,
  },
  {
    word: "door",
    instead: "`guard`, `deps`",
    except: /(garage|front|sliding|exterior)-door/,
    exceptIn: HOMES,
  },
  { word: "somebody", instead: actor },
  { word: "nobody", instead: actor },
  { word: "anybody", instead: actor },
  { word: "everybody", instead: actor },
  { word: "whoever", instead: actor },
  { word: "whatever", instead: "what is meant" },
  { word: "theirs", instead: "whose it is: `otherTenant`, `ownerId`" },
  { word: "whose", instead: "whose it is: `owner`" },
  { word: "anew", instead: "`re-`, `again`" },
  // `told` is a key of the demo's stored photo index.
  {
    word: "told",
    instead: "`notified`, `announced`, `reported`",
    exceptIn: /^demo\/src\/photo-index\//,
  },
  { word: "tell", instead: "`notify`, `announce`, `report`" },
  { word: "said", instead: "`stated`, `labels`, `caption`", except: /^said-at$/ },
  { word: "say", instead: "`state`, `write`, `render`" },
  { word: "says", instead: "`matches`, `states`" },
  { word: "asked", instead: "`requested`, `queried`, `calls`" },
  { word: "insist", instead: "`retry`" },
  { word: "patience", instead: "`timeout`" },
  { word: "patiently", instead: "`withRetry`" },
  { word: "mend", instead: "`correct`, `repair`" },
  { word: "trouble", instead: "`failure`" },
  { word: "troubles", instead: "`failures`" },
  { word: "put-off", instead: "`scheduleRetry`, `Deferred`" },
  { word: "give-back", instead: "`releaseClaim`" },
  { word: "leave-in-doubt", instead: "`markUncertain`" },
  { word: "move-on", instead: "`advance`" },
  { word: "take-turn", instead: "`lock`" },
  { word: "in-turn", instead: "`serialize`, `yielding`" },
  { word: "in-turns", instead: "`yielding`" },
];

/** Words of comments and test titles. */
export const bannedInComments: readonly Rule[] = [
  { word: "somebody", instead: actor },
  { word: "nobody", instead: actor },
  { word: "anybody", instead: actor },
  { word: "everybody", instead: actor },
  { word: "whoever", instead: actor },
  { word: "whatever", instead: "what is meant" },
];
