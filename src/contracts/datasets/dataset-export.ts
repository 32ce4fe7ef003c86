import { Type } from 'typebox';
import { VersionParam } from './dataset-version.ts';

export const DatasetExportParams = Type.Object({ version_id: Type.Optional(VersionParam) });

export const DatasetCsvParams = Type.Object({
  version_id: Type.Optional(VersionParam),
  raw: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Doesn’t escape cells that a spreadsheet would run as formulas. By default such cells begin with an apostrophe, which an upload of the file removes again.',
    }),
  ),
  typed: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Writes cells so that an upload with the field `typed` gets every number, boolean, null and empty text back as it was.',
    }),
  ),
});
