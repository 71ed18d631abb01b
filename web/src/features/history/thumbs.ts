// Pictures of the size in which they are seen, on any screen.

const LIST = /^(\/api\/jobs\/[^/]+)\/files\/thumbs\/([0-9]+_[0-9]+)\.webp$/;

/** What a browser chooses from by the density of its screen: the small one is made with the job,
 * the large one when it is first asked for. */
export function sources(url: string): string | undefined {
  const found = LIST.exec(url);
  return found ? `${url} 320w, ${found[1]}/thumbs/640/final/${found[2]}.webp 640w` : undefined;
}
