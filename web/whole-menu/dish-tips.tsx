import { Box } from '@chakra-ui/react';
import { PhotoCoach } from '#web/photos/photo-coach.tsx';
import type { Row } from './menu-draft.ts';
import type { DishUploads } from './use-dish-uploads.ts';
import { useLargeCopy } from './use-large-copy.ts';

interface DishTipsProps {
  readonly row: Row;
  readonly uploadId: string;
  /** The photo's file; undefined after a reload. */
  readonly file: File | undefined;
  readonly onName: (key: string, name: string) => void;
  readonly onFixed: DishUploads['fix'];
  readonly onUndo: DishUploads['undoFix'];
}

/** All advice on the photo of a row, with the corrections that the site can make. */
export function DishTips({ row, uploadId, file, onName, onFixed, onUndo }: DishTipsProps) {
  const src = useLargeCopy(row, file);
  const { key, name, measures, fixedFrom } = row;
  if (!src) return null;
  return (
    <Box pe="1">
      <PhotoCoach
        source={{ type: 'upload', uploadId }}
        src={src}
        measured={measures ?? undefined}
        original={file}
        formerMask={fixedFrom?.mask}
        onFixed={(fixed, how) => onFixed(row, fixed, how)}
        fixed={fixedFrom?.former && fixedFrom.kind}
        onUndo={() => onUndo(row)}
        name={name}
        onName={(given) => onName(key, given)}
      />
    </Box>
  );
}
