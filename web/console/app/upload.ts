import { ApiError } from "./api-error.ts";

/**
 * Sends a form with a file. `fetch` does not say how much has been sent.
 *
 * @param onShare from 0 to 1. @throws ApiError
 */
export function upload(
  path: string,
  fields: Record<string, string | File>,
  onShare: (share: number) => void,
): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new XMLHttpRequest();
  request.open("POST", path);
  request.setRequestHeader("X-Requested-With", "lintel");
  request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0);
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(ApiError.ofNetwork(new Error("The upload was cut off")));
    request.onload = async () => {
      const { status, responseText } = request;
      // Of a Response, so that refusals are read in one place.
      const response = new Response(responseText, { status });
      if (response.ok) resolve(await response.json());
      else reject(await ApiError.of(response));
    };
    request.send(form);
  });
}
