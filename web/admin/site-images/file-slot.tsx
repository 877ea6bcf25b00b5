import { FileUpload, Stack, Text } from '@chakra-ui/react';
import { ImageOff, ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { words } from './words.ts';

interface FileSlotProps {
  readonly label: string;
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

/** A place for one picture of a pair: empty with a hint, or the picture itself. */
export function FileSlot({ label, file, onFile, error, disabled = false }: FileSlotProps) {
  /** Why the files that were dropped last were refused. */
  const [refusal, setRefusal] = useState<string>();
  /** The file that the browser could not display. */
  const [unreadable, setUnreadable] = useState<File>();
  const isBroken = file !== undefined && unreadable === file;
  const problem = refusal ?? (isBroken ? words.wrongImage : error);
  return (
    <FileUpload.Root
      accept="image/*"
      acceptedFiles={file ? [file] : []}
      onFileAccept={({ files: [picked] }) => {
        setRefusal(undefined);
        if (picked) onFile(picked);
      }}
      onFileReject={({ files }) => {
        const errors = files.flatMap((picked) => picked.errors);
        const isWrong = errors.includes('FILE_INVALID_TYPE') ? words.wrongImage : undefined;
        setRefusal(errors.includes('TOO_MANY_FILES') ? words.onePicture : isWrong);
      }}
      disabled={disabled}
      invalid={problem !== undefined}
      translations={{ dropzone: words.chooseFor(label) }}
      gap="1.5"
      flex="1"
      minW="0"
    >
      <FileUpload.HiddenInput />
      <FileUpload.Label>{label}</FileUpload.Label>
      <FileUpload.Dropzone
        position="relative"
        w="full"
        minH="0"
        aspectRatio={4 / 3}
        maxH="15rem"
        p="0"
        overflow="hidden"
        borderRadius="card"
        borderStyle={file ? 'solid' : 'dashed'}
        borderColor={file ? 'border.muted' : 'border.emphasized'}
        bg="bg.subtle"
        cursor={disabled ? 'progress' : 'pointer'}
        _hover={{ bg: 'bg.muted' }}
        _invalid={{ borderColor: 'border.error' }}
      >
        {file && !isBroken ? (
          <FileUpload.ItemGroup position="absolute" inset="0">
            <FileUpload.Item file={file} h="full" p="0" borderWidth="0">
              <FileUpload.ItemPreviewImage
                alt=""
                w="full"
                h="full"
                objectFit="cover"
                onError={() => setUnreadable(file)}
              />
            </FileUpload.Item>
          </FileUpload.ItemGroup>
        ) : (
          <Stack align="center" justify="center" gap="1.5" p="4" textAlign="center" color="fg.muted">
            {isBroken ? <ImageOff size={26} aria-hidden /> : <ImagePlus size={26} aria-hidden />}
            <Text fontSize="xs">{words.choose}</Text>
          </Stack>
        )}
      </FileUpload.Dropzone>
      {problem && (
        <Text fontSize="xs" color="fg.error" role="alert">
          {problem}
        </Text>
      )}
    </FileUpload.Root>
  );
}
