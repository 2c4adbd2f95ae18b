import type { OwnFile } from '../table/options';

/** What stands in a layout or room file. It is called as the file unless it gives itself a name. */
export async function readOwnFile(file: File): Promise<OwnFile> {
  const { parse } = await import('smol-toml'); // only whoever has a file needs it
  return { name: file.name.replace(/\.[^.]*$/, ''), ...parse(await file.text()) };
}
