import { Heading, Text } from '@chakra-ui/react';
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-group.tsx';

interface OptionRowProps {
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly name: string; readonly hint?: string }[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}

/** A choice of a few named options in a row. */
export function OptionRow({ title, options, value, onChange }: OptionRowProps) {
  return (
    <>
      <Heading as="h2" fontSize="md" mt="6" mb="3">
        {title}
      </Heading>
      <ChoiceGroup label={title} value={value} onChange={onChange} display="flex" gap="2" flexWrap="wrap">
        {options.map(({ id, name, hint }) => (
          <ChoiceCard
            key={id}
            value={id}
            display="flex"
            flexDirection="column"
            justifyContent="center"
            minH="11"
            px="4"
            py="1.5"
            borderRadius="l3"
            borderWidth="2px"
            borderColor={id === value ? 'brand.solid' : 'border'}
            bg={id === value ? 'brand.subtle' : 'bg.panel'}
            transition="border-color 150ms, background 150ms"
            _hover={id === value ? {} : { borderColor: 'border.emphasized' }}
          >
            <Text fontWeight="600" lineHeight="1.3">
              {name}
            </Text>
            {hint && (
              <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                {hint}
              </Text>
            )}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
    </>
  );
}
