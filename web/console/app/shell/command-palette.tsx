import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { type Found, type FoundGroup, useFound } from "./find-anything.ts";

/** ⌘K: finds people, homes and pages, and opens what is chosen. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [words, setWords] = useState("");
  const navigate = useNavigate();
  const { groups, isSearching } = useFound(words, open);
  const close = () => {
    setWords("");
    onClose();
  };
  const choose = ({ to }: Found) => {
    close();
    void navigate({ to });
  };
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label="Find a person, home or page">
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={words}
            onValueChange={setWords}
            filter={null}
            autoHighlight="always"
            keepHighlight
          >
            <div className="palette-input">
              <Icon name="magnifying-glass" />
              <Autocomplete.Input
                aria-label="Name, email, phone, address or page"
                placeholder="Name, email, phone, address or page"
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
