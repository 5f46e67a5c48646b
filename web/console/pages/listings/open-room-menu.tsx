import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";
import { nameOfRoom, type Photo, type Room } from "./photo-query.ts";

type OpenRoomMenuProps = {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
  photo: Photo;
  onChoose: (room: Room | null) => void;
};

/** The part of `RoomTypeMenu` that is loaded when it is first opened. */
export function OpenRoomMenu({ trigger, open, onOpenChange, photo, onChoose }: OpenRoomMenuProps) {
  const { room_type, manually_set } = photo;
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Trigger className="button small quiet">{trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={4} align="start">
          <Menu.Popup className="menu">
            <Menu.RadioGroup value={room_type} onValueChange={(room: Room) => onChoose(room)}>
              {(Object.keys(nameOfRoom) as Room[]).map((room) => (
                <Menu.RadioItem key={room} value={room} className="menu-item" closeOnClick>
                  <span>{nameOfRoom[room]}</span>
                  <Menu.RadioItemIndicator className="menu-hint">
                    <Icon name="check" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            {manually_set && (
              <Menu.Item className="menu-item" onClick={() => onChoose(null)}>
                <Icon name="robot" />
                As the model says
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
