import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { loadable, preload, useFirstInput, useLoadable } from "../../app/loadable.ts";
import { useMay } from "../../app/me.ts";
import { useShortcut } from "../../app/shell/shortcuts.ts";
import { ifMatch } from "../../app/versioned.ts";
import { notify, notifyFailure } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import { changePhoto, nameOfRoom, ofImage, type Photo, type Room, readPhotosAgain } from "./photo-query.ts";

const openRoomMenu = loadable(async () => (await import("./open-room-menu.tsx")).OpenRoomMenu);

type RoomTypeMenuProps = { listingId: string; photo: Photo; nth: number };

/** Chooses the room of a photo: R opens it, and the first letter of a room finds that. */
export function RoomTypeMenu({ listingId, photo, nth }: RoomTypeMenuProps) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const OpenRoomMenu = useLoadable(openRoomMenu, isOpen);
  useFirstInput(() => preload(openRoomMenu));
  const isAllowed = may("setImageRoomType");
  useShortcut("r", () => isAllowed && setOpen(true));
  const set = useRoomType(listingId, photo, nth);
  const { room_type } = photo;
  if (!isAllowed) return <strong>{nameOfRoom[room_type]}</strong>;
  const words = (
    <>
      <span className="visually-hidden">Room: </span>
      {nameOfRoom[room_type]}
      <Icon name="caret-down" />
    </>
  );
  if (OpenRoomMenu)
    return (
      <OpenRoomMenu
        trigger={words}
        open={isOpen}
        onOpenChange={setOpen}
        photo={photo}
        onChoose={(room) => set.mutate(room)}
      />
    );
  return (
    <button
      type="button"
      className="button small quiet"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setOpen(true)}
    >
      {words}
    </button>
  );
}

/** Shown at once; a refusal takes it back. The toast undoes it. */
function useRoomType(listingId: string, photo: Photo, nth: number) {
  const { image_id } = photo;
  /** Of the photo in that version alone. @returns the next version. */
  const store = async (room_type: Room | null, etag: string | null) => {
    const { response } = await client.PATCH("/api/admin/images/{image_id}/room-type", {
      ...ofImage(image_id),
      headers: ifMatch(etag),
      body: { room_type, confidence: 1 },
    });
    await readPhotosAgain(listingId);
    return response.headers.get("etag");
  };
  const undo = ({ room_type, manually_set }: Photo, etag: string | null) => {
    store(manually_set ? room_type : null, etag).catch((error: unknown) =>
      notifyFailure("Not undone", messageOf(error)),
    );
  };
  return useMutation<string | null, ApiError, Room | null, { before: Photo; takeBack: () => void }>({
    mutationFn: (room) => store(room, photo.etag),
    onMutate: (room) => {
      const change = room === null ? { manually_set: false } : { room_type: room, manually_set: true };
      return { before: photo, takeBack: changePhoto(listingId, image_id, change) };
    },
    onSuccess: (etag, room, { before }) =>
      void notify({
        title: room === null ? `Photo ${nth} is as the model says` : `Photo ${nth}: ${nameOfRoom[room]}`,
        action: { label: "Undo", run: () => undo(before, etag) },
      }),
    onError: (error, _room, given) => {
      given?.takeBack();
      // What others have made of it, and what was changed beside it.
      void readPhotosAgain(listingId);
      notifyFailure("The room was not changed", messageOf(error));
    },
  });
}
