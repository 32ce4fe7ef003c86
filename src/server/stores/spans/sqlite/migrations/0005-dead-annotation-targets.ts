/**
 * Deleted targets with so many annotations that these go in the background; no reader finds them
 * meanwhile.
 */
export const deadAnnotationTargets = `
CREATE TABLE dead_annotation_targets (
  target_kind INTEGER NOT NULL,
  target_number INTEGER NOT NULL,
  PRIMARY KEY (target_kind, target_number)
) WITHOUT ROWID;
`;
