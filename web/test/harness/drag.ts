import type { Locator, Page } from "playwright-core";

/** Drags an element onto another with the mouse, and calls `over` before it is let go. */
export async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  over?: () => Promise<void>,
): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const start = await middleOf(from);
  const end = await middleOf(to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  // A drag begins once the mouse has moved, and is noticed by the target in a later move.
  await page.mouse.move(start.x + 8, start.y + 8, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.move(end.x + 2, end.y + 2);
  await over?.();
  await page.mouse.up();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element to drag is not shown");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
