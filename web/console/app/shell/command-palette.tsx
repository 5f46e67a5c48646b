import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { Icon } from "../../icons/icon.tsx";
import { useFound } from "./find-anything.ts";
import { focusPage } from "./focus-page.ts";
import type { Found, FoundGroup } from "./found.ts";
import { FIND, WHAT } from "./navigation.ts";

type CommandPaletteProps = {
  open: boolean;
  words: string;
  onWords: (words: string) => void;
  onClose: () => void;
};

/** Finds people, homes and pages, and opens what is chosen. */
export function CommandPalette({ open, words, onWords, onClose }: CommandPaletteProps) {
  const navigate = useNavigate();
  const { groups, isSearching } = useFound(words, open);
  const hasChosen = useRef(false);
  const choose = ({ to, search }: Found) => {
    hasChosen.current = true;
    onClose();
    void navigate({ to: to as "/leads", search });
  };
  /** Back to where it was, unless something was opened. */
  const finalFocus = () => {
    if (!hasChosen.current) return true;
    hasChosen.current = false;
    focusPage();
    return false;
  };
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label={FIND} finalFocus={finalFocus}>
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={words}
            onValueChange={onWords}
            filter={null}
            autoHighlight="always"
            keepHighlight
          >
            <div className="palette-input">
              <Icon name="magnifying-glass" />
              <Autocomplete.Input
                aria-label={WHAT}
                placeholder={WHAT}
                onKeyDown={({ key, currentTarget }) => {
                  const first = groups[0]?.items[0];
                  const popup = currentTarget.closest("[role=dialog]");
                  // While what was found changes, nothing is marked for a moment.
                  if (key === "Enter" && first && !popup?.querySelector("[role=option][data-highlighted]"))
                    choose(first);
                }}
              />
              <Dialog.Close className="icon-button" aria-label="Close">
                <Icon name="x" />
              </Dialog.Close>
            </div>
            <Autocomplete.Empty className="palette-empty">
              {isSearching ? "Searching …" : "Nothing has these words."}
            </Autocomplete.Empty>
            <Autocomplete.List className="palette-list">
              {(group: FoundGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="menu-group">{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Found) => (
                      <Autocomplete.Item
                        key={item.value}
                        value={item}
                        className="menu-item"
                        onClick={() => choose(item)}
                      >
                        <Icon name={item.icon} />
                        <bdi>{item.label}</bdi>
                        {item.hint && <bdi className="menu-hint">{item.hint}</bdi>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
