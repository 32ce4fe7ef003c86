/** Whether the brackets of a JSON text, outside its strings, are nested at most so deep. */
export function isWithinDepth(text: string, depthMax: number): boolean {
  // Few texts have so many brackets at all, and counting those is ten times faster than walking
  // through.
  if (opened(text, '{', depthMax) + opened(text, '[', depthMax) <= depthMax) return true;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > depthMax) return false;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return true;
}

/** How often a bracket occurs, counted no further than one beyond the limit. */
function opened(text: string, bracket: string, countMax: number): number {
  let count = 0;
  for (
    let at = text.indexOf(bracket);
    at >= 0 && count <= countMax;
    at = text.indexOf(bracket, at + 1)
  )
    count++;
  return count;
}
