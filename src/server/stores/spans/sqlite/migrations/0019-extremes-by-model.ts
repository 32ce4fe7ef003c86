/**
 * Zones with very many shapes had their extremes by kind and status alone; they are made again in
 * the background, by model too. Such a row begins with 0, which is no shape's number.
 */
export const extremesByModel = `
INSERT OR IGNORE INTO soiled_extremes (zone, project_id)
  SELECT slot, project_id FROM extremes WHERE level = 0 AND substr(shapes, 1, 1) = x'00';
`;
