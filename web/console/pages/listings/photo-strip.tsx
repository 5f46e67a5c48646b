import { Icon } from "../../icons/icon.tsx";
import { nameOfRoom, type Photo } from "./photo-query.ts";

type PhotoStripProps = { photos: readonly Photo[]; nth: number; onShow: (nth: number) => void };

/** All photos, small, each with its room. */
export function PhotoStrip({ photos, nth, onShow }: PhotoStripProps) {
  return (
    <ol className="photo-strip">
      {photos.map(({ image_id, image, room_type, manually_set }, index) => (
        <li key={image_id}>
          <button
            type="button"
            className="photo-pick"
            aria-current={index + 1 === nth}
            onClick={() => onShow(index + 1)}
          >
            {image ? (
              <img className="photo-thumb" src={image.src} alt="" loading="lazy" />
            ) : (
              <span className="photo-thumb">
                <Icon name="image" />
              </span>
            )}
            <span className="photo-type">
              <span className="visually-hidden">Photo {index + 1}: </span>
              {nameOfRoom[room_type]}
              {manually_set && <Icon name="user-circle" />}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
