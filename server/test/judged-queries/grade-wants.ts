import type { Grade, Home, Want } from "./home.ts";

/**
 * One judgement of several wants.
 *
 * `firm` is what a visitor would not give up (kind, place, price, rooms): who lacks one of them is no answer, who has one only
 * nearly is at most a near answer, and with two of them at most a part of one. `wishes` count together, and the first of them is
 * the point: all of them is 3; one that is short beside the point is 2; a home with half of them is 1.
 */
export function gradeWants(firm: Want[], wishes: Want[] = []): Want {
  return (home) => {
    const kept = firm.map((want) => want(home));
    if (kept.includes(0)) return 0;
    const strict: Grade = kept.filter((grade) => grade < 3).length > 1 ? 1 : lowest(kept);
    const wished = together(wishes.map((want) => want(home)));
    if (strict === 2 && wished === 2) return 1;
    return lowest([strict, wished]);
  };
}

function together(grades: Grade[]): Grade {
  const [point = 3, ...others] = grades;
  if (others.length === 0) return point;
  const short = grades.filter((grade) => grade < 3).length;
  if (short === 0) return 3;
  if (short === 1 && point >= 2) return 2;
  return grades.filter((grade) => grade >= 2).length * 2 >= grades.length ? 1 : 0;
}

function lowest(grades: Grade[]): Grade {
  return grades.reduce<Grade>((least, grade) => (grade < least ? grade : least), 3);
}

type Test = (home: Home) => boolean;

/** The best that holds: all of it, else nearly, else partly. */
export function steps(all: Test, nearly: Test = () => false, partly: Test = () => false): Want {
  return (home) => (all(home) ? 3 : nearly(home) ? 2 : partly(home) ? 1 : 0);
}
