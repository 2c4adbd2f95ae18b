import { addresses } from '../../api';

export const PICTURE_NAME = 'purrlab.png';

/** Whether the device has a share sheet that takes this. */
export const canShare = (data: ShareData): boolean => navigator.canShare?.(data) ?? false;

export async function fetchPicture(table: string): Promise<File> {
  const answer = await fetch(addresses.picture(table));
  if (!answer.ok) throw new Error('there is no picture');
  return new File([await answer.blob()], PICTURE_NAME, { type: 'image/png' });
}
