import { Type, type Static } from 'typebox';
import { DatasetIdentifierParam } from './dataset-identifier.ts';
import { pageOf } from '../wire/pagination.ts';
import { CursorParam, dataOf, globalId, limitParam, nullable } from '../wire/schema-parts.ts';

const EXAMPLE = 'RGF0YXNldExhYmVsOjE=';
const COLOR = '^#([0-9a-f]{6})$';

const color = Type.String({
  pattern: COLOR,
  description: '`#` and six lower-case hex digits.',
  examples: ['#33c5e8'],
});
const name = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'Unique name.',
  examples: ['golden'],
});
const description = nullable(Type.String({ maxLength: 100_000 }), {
  description: 'The meaning of the label, or null.',
});

export const DatasetLabel = Type.Object(
  { id: globalId('Global ID of the label.', EXAMPLE), name, description, color },
  { title: 'DatasetLabel' },
);
export type DatasetLabel = Static<typeof DatasetLabel>;
export const DatasetLabelReply = dataOf(DatasetLabel);
export const DatasetLabelPage = pageOf(DatasetLabel);
export const DatasetLabelListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
/** The labels of one dataset: few, so without pages. */
export const LabelsOfDatasetReply = dataOf(
  Type.Array(DatasetLabel, { description: 'Newest label first.' }),
);

const labelId = Type.String({
  minLength: 1,
  description: 'Global ID of the label.',
  examples: [EXAMPLE],
});
export const DatasetLabelParams = Type.Object({ label_id: labelId });
export const LabelOfDatasetParams = Type.Object({
  dataset_identifier: DatasetIdentifierParam,
  label_id: labelId,
});

export const CreateDatasetLabelBody = Type.Object(
  { name, color, description: Type.Optional(description) },
  { title: 'CreateDatasetLabelBody' },
);
export const UpdateDatasetLabelBody = Type.Object(
  {
    name: Type.Optional(nullable(name, { description: 'A new name; null means no change.' })),
    color: Type.Optional(nullable(color, { description: 'A new color; null means no change.' })),
    description: Type.Optional(
      nullable(Type.String({ maxLength: 100_000 }), {
        description: 'A new description; null for none.',
      }),
    ),
  },
  {
    title: 'UpdateDatasetLabelBody',
    description: 'Absent fields stay unchanged; at least one must change.',
  },
);
export type UpdateDatasetLabelBody = Static<typeof UpdateDatasetLabelBody>;

/** As many labels as one dataset can have. */
export const DATASET_LABELS_MAX = 1000;
export const SetDatasetLabelsBody = Type.Object(
  {
    dataset_label_ids: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: DATASET_LABELS_MAX,
        description: 'Global IDs of the labels it shall have, and no others; none unless given.',
      }),
    ),
  },
  { title: 'SetDatasetLabelsBody' },
);
