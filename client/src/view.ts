import { type Behaviour, newId, timestamp, type VisitorEvent } from "./events.ts";
import type { RecordStore } from "./storage.ts";

/** A view of a listing, until `end`, the next view, or unload. Time counts only while the page is visible. */
export type View = {
  /** Id of its event. */
  readonly id: string;
  /** Reports the previous photo and starts this one (0 is the first). */
  photo(index: number): void;
  /** Zoom into the current photo. */
  zoom(): void;
  usedCalculator(): void;
  downloadedPdf(): void;
  end(): void;
};

/** Hooks for scrolling, hiding, unloading and showing the page. */
export type OpenView = View & { scroll(): void; pause(): void; leave(): void; resume(): void };

type Parts = {
  drafts: RecordStore<Draft>;
  track: (behaviour: Behaviour) => void;
  finish: (event: VisitorEvent) => void;
};

/** An unfinished view: time of the last write, and its event so far. */
export type Draft = [touched: number, event: VisitorEvent];

/** Longer views are tabs left open. */
const MAX_VIEW_SECONDS = 1800;

export function openView(listing_id: string, { drafts, track, finish }: Parts): OpenView {
  let id = "";
  let began = "";
  let open = false;
  let again = true;
  let shownMs = 0;
  let shownSince: number | null = null;
  let scrolled: number | undefined;
  let photos = new Set<number>();
  let photo: { index: number; from: number; zoomed: boolean } | null = null;
  let used: { used_calculator?: true; downloaded_pdf?: true } = {};

  const shown = () => shownMs + (shownSince === null ? 0 : performance.now() - shownSince);
  const eventNow = (): VisitorEvent => ({
    type: "property_view",
    id,
    timestamp: began,
    listing_id,
    engagement: {
      time_seconds: Math.min(MAX_VIEW_SECONDS, Math.round(shown() / 100) / 10),
      scroll_percent: scrolled,
      photos_viewed: photos.size,
      ...used,
    },
  });

  /** If the page crashes, the draft is sent by the next one. */
  const keepDraft = () => drafts.put(id, [Date.now(), eventNow()]);

  function closePhoto(): void {
    if (!photo) return;
    const { index, from, zoomed } = photo;
    photo = null;
    track({
      type: "photo_engagement",
      listing_id,
      photo_index: index,
      dwell_ms: Math.round(shown() - from),
      zoomed,
    });
  }

  function begin(): void {
    id = newId();
    began = timestamp();
    open = true;
    shownMs = 0;
    shownSince = isShown() ? performance.now() : null;
    scrolled = undefined;
    photos = new Set();
    used = {};
    keepDraft();
  }

  function leave(): void {
    if (!open) return;
    open = false;
    closePhoto();
    finish(eventNow());
    drafts.delete(id);
  }

  begin();
  return {
    get id() {
      return id;
    },
    photo(index) {
      closePhoto();
      photos.add(index);
      photo = { index, from: shown(), zoomed: false };
    },
    zoom() {
      if (photo) photo.zoomed = true;
    },
    usedCalculator() {
      used.used_calculator = true;
    },
    downloadedPdf() {
      used.downloaded_pdf = true;
    },
    leave,
    scroll() {
      const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
      const percent = Math.round((100 * scrollTop) / (scrollHeight - clientHeight || 1));
      scrolled = Math.max(scrolled ?? 0, Math.min(100, percent));
    },
    end() {
      again = false;
      leave();
    },
    pause() {
      shownMs = shown();
      shownSince = null;
      if (open) keepDraft();
    },
    resume() {
      // The page was restored from the back/forward cache: the view starts again.
      if (!open && again) begin();
      shownSince ??= performance.now();
    },
  };
}

export const isShown = (): boolean => globalThis.document?.visibilityState !== "hidden";
