import { Menu } from "@base-ui/react/menu";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { useMay } from "../../app/me.ts";
import { useShortcut } from "../../app/shell/shortcuts.ts";
import { notify, notifyFailure } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import { changePhoto, nameOfRoom, ofImage, type Photo, type Room, readPhotosAgain } from "./photo-query.ts";

type RoomTypeMenuProps = { listingId: string; photo: Photo; nth: number };

/** Chooses the room of a photo: R opens it, and the first letter of a room finds that. */
export function RoomTypeMenu({ listingId, photo, nth }: RoomTypeMenuProps) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const isAllowed = may("setImageRoomType");
  useShortcut("r", () => isAllowed && setOpen(true));
  const set = useRoomType(listingId, photo, nth);
  const { room_type, manually_set } = photo;
  if (!isAllowed) return <strong>{nameOfRoom[room_type]}</strong>;
  return (
    <Menu.Root open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger className="button small quiet">
        <span className="visually-hidden">Room: </span>
        {nameOfRoom[room_type]}
        <Icon name="caret-down" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={4} align="start">
          <Menu.Popup className="menu">
            <Menu.RadioGroup value={room_type} onValueChange={(room: Room) => set.mutate(room)}>
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
              <Menu.Item className="menu-item" onClick={() => set.mutate(null)}>
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

/** Shown at once; a refusal takes it back. The toast undoes it. */
function useRoomType(listingId: string, photo: Photo, nth: number) {
  const { image_id } = photo;
  const store = async (room_type: Room | null) => {
    await client.PATCH("/api/admin/images/{image_id}/room-type", {
      ...ofImage(image_id),
      body: { room_type, confidence: 1 },
    });
    await readPhotosAgain(listingId);
  };
  const undo = () => {
    store(photo.manually_set ? photo.room_type : null).catch((error: unknown) =>
      notifyFailure("Not undone", messageOf(error)),
    );
  };
  return useMutation<void, ApiError, Room | null, () => void>({
    mutationFn: store,
    onMutate: (room) =>
      changePhoto(
        listingId,
        image_id,
        room === null ? { manually_set: false } : { room_type: room, manually_set: true },
      ),
    onSuccess: (_data, room) =>
      void notify({
        title: room === null ? `Photo ${nth} is as the model says` : `Photo ${nth}: ${nameOfRoom[room]}`,
        action: { label: "Undo", run: undo },
      }),
    onError: (error, _room, takeBack) => {
      takeBack?.();
      notifyFailure("The room was not changed", messageOf(error));
    },
  });
}
