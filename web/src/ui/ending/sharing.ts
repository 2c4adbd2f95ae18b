export const PICTURE_NAME = 'purrlab.png';

/** The picture of a table, made by the server. */
export const pictureAddress = (table: string): string => `/api/tables/${encodeURIComponent(table)}/picture.png`;

/** Whether the device has a share sheet that takes this. */
export const canShare = (data: ShareData): boolean => navigator.canShare?.(data) ?? false;

export async function fetchPicture(table: string): Promise<File> {
  const answer = await fetch(pictureAddress(table));
  if (!answer.ok) throw new Error('there is no picture');
  return new File([await answer.blob()], PICTURE_NAME, { type: 'image/png' });
}
