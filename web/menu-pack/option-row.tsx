import { chakra, Flex, Heading, Text } from '@chakra-ui/react';

interface OptionRowProps {
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly name: string; readonly hint?: string }[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}

/** A few named options side by side. */
export function OptionRow({ title, options, value, onChange }: OptionRowProps) {
  return (
    <>
      <Heading as="h2" fontSize="md" mt="6" mb="3">
        {title}
      </Heading>
      <Flex gap="2" wrap="wrap" role="group" aria-label={title}>
        {options.map(({ id, name, hint }) => {
          const selected = id === value;
          return (
            <chakra.button
              key={id}
              type="button"
              aria-pressed={selected}
              onClick={() => onChange(id)}
              minH="11"
              px="4"
              py="1.5"
              borderRadius="l3"
              borderWidth="2px"
              borderColor={selected ? 'brand.solid' : 'border'}
              bg={selected ? 'brand.subtle' : 'bg.panel'}
              textAlign="start"
              cursor="pointer"
              transition="border-color 150ms, background 150ms"
              _hover={selected ? {} : { borderColor: 'border.emphasized' }}
              focusVisibleRing="outside"
            >
              <Text fontWeight="600" lineHeight="1.3">
                {name}
              </Text>
              {hint && (
                <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                  {hint}
                </Text>
              )}
            </chakra.button>
          );
        })}
      </Flex>
    </>
  );
}
