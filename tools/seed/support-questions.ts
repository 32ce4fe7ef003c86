/**
 * Questions to the support of an outdoor shop, with what a right answer says and what a hasty one
 * says instead.
 */

export type Language = 'english' | 'german' | 'spanish';

interface Texts {
  readonly questions: readonly string[];
  readonly right: string;
  readonly hasty: string;
}

/** `{product}`, `{order}`, `{days}` and `{amount}` are filled in for each example. */
export const TOPICS: Readonly<Record<string, Readonly<Record<Language, Texts>>>> = {
  refund: {
    english: {
      questions: [
        'I sent back my {product} ({order}). When do I get my {amount} EUR?',
        'The {product} from {order} does not fit. Can I have my money back?',
      ],
      right:
        'You get {amount} EUR back to your original payment method within {days} working days after the parcel reaches us.',
      hasty: 'Your refund is on its way.',
    },
    german: {
      questions: [
        'Ich habe den Artikel {product} ({order}) zurückgeschickt. Wann bekomme ich meine {amount} EUR?',
        'Der Artikel {product} aus {order} passt nicht. Bekomme ich mein Geld zurück?',
      ],
      right:
        'Sie erhalten {amount} EUR innerhalb von {days} Werktagen nach Eingang des Pakets auf das ursprüngliche Zahlungsmittel zurück.',
      hasty: 'Sie erhalten einen Gutschein.',
    },
    spanish: {
      questions: [
        'Devolví mi {product} ({order}). ¿Cuándo recibo mis {amount} EUR?',
        'La {product} del pedido {order} no me queda. ¿Me devuelven el dinero?',
      ],
      right:
        'Recibirá {amount} EUR en el medio de pago original en un plazo de {days} días laborables desde que llegue el paquete.',
      hasty: 'Su reembolso está en camino.',
    },
  },
  delivery: {
    english: {
      questions: [
        'Where is {order}? I ordered a {product} last week.',
        'How long does delivery of the {product} take?',
      ],
      right:
        'Standard delivery takes {days} working days; the tracking link is in the shipping e-mail.',
      hasty: 'It will arrive soon.',
    },
    german: {
      questions: [
        'Wo ist {order}? Ich habe letzte Woche einen Artikel {product} bestellt.',
        'Wie lange dauert der Versand des Artikels {product}?',
      ],
      right:
        'Der Standardversand dauert {days} Werktage; der Link zur Sendungsverfolgung steht in der Versand-E-Mail.',
      hasty: 'Das Paket kommt bald.',
    },
    spanish: {
      questions: [
        '¿Dónde está {order}? Pedí una {product} la semana pasada.',
        '¿Cuánto tarda el envío de la {product}?',
      ],
      right:
        'El envío estándar tarda {days} días laborables; el enlace de seguimiento está en el correo de envío.',
      hasty: 'Llegará pronto.',
    },
  },
  exchange: {
    english: {
      questions: [
        'Can I swap the {product} from {order} for a larger size?',
        'My {product} is too small. How do I exchange it?',
      ],
      right:
        'Yes, within 30 days: choose the new size under "My orders" and send the {product} back with the free label.',
      hasty: 'Yes, order the new size.',
    },
    german: {
      questions: [
        'Kann ich den Artikel {product} aus {order} gegen eine größere Größe tauschen?',
        'Mein Artikel {product} ist zu klein. Wie tausche ich ihn um?',
      ],
      right:
        'Ja, innerhalb von 30 Tagen: Wählen Sie unter „Meine Bestellungen“ die neue Größe und senden Sie den Artikel {product} mit dem kostenlosen Etikett zurück.',
      hasty: 'Ja, bestellen Sie die neue Größe.',
    },
    spanish: {
      questions: [
        '¿Puedo cambiar la {product} de {order} por una talla mayor?',
        'Mi {product} es pequeña. ¿Cómo la cambio?',
      ],
      right:
        'Sí, en 30 días: elija la nueva talla en «Mis pedidos» y devuelva la {product} con la etiqueta gratuita.',
      hasty: 'Sí, pida la nueva talla.',
    },
  },
  warranty: {
    english: {
      questions: [
        'The zipper of my {product} broke after a year. Is that covered?',
        'How long is the warranty on the {product}?',
      ],
      right:
        'The {product} has a warranty of two years; send a photo of the defect and your order number, and we repair or replace it.',
      hasty: 'Broken zippers are not covered.',
    },
    german: {
      questions: [
        'Der Reißverschluss meines Artikels {product} ist nach einem Jahr kaputt. Ist das abgedeckt?',
        'Wie lange ist die Garantie auf den Artikel {product}?',
      ],
      right:
        'Auf den Artikel {product} gilt eine Garantie von zwei Jahren; senden Sie ein Foto des Defekts und Ihre Bestellnummer, dann reparieren oder ersetzen wir ihn.',
      hasty: 'Defekte Reißverschlüsse sind nicht abgedeckt.',
    },
    spanish: {
      questions: [
        'La cremallera de mi {product} se rompió tras un año. ¿Está cubierto?',
        '¿Cuánto dura la garantía de la {product}?',
      ],
      right:
        'La {product} tiene dos años de garantía; envíe una foto del defecto y su número de pedido y la repararemos o sustituiremos.',
      hasty: 'Las cremalleras rotas no están cubiertas.',
    },
  },
  cancellation: {
    english: {
      questions: [
        'Please cancel {order}.',
        'I ordered the {product} twice. How do I cancel one ({order})?',
      ],
      right:
        'Until the parcel is packed you can cancel {order} yourself under "My orders"; after that, refuse the parcel or send it back free of charge.',
      hasty: 'Orders cannot be cancelled.',
    },
    german: {
      questions: [
        'Bitte stornieren Sie {order}.',
        'Ich habe den Artikel {product} doppelt bestellt. Wie storniere ich einen ({order})?',
      ],
      right:
        'Bis zum Verpacken können Sie {order} unter „Meine Bestellungen“ selbst stornieren; danach verweigern Sie die Annahme oder senden das Paket kostenlos zurück.',
      hasty: 'Bestellungen können nicht storniert werden.',
    },
    spanish: {
      questions: [
        'Por favor, cancelen {order}.',
        'Pedí la {product} dos veces. ¿Cómo cancelo una ({order})?',
      ],
      right:
        'Hasta que se embale el paquete puede cancelar {order} en «Mis pedidos»; después, rechace el paquete o devuélvalo gratis.',
      hasty: 'Los pedidos no se pueden cancelar.',
    },
  },
  invoice: {
    english: {
      questions: [
        'I need an invoice with VAT for {order}.',
        'Where do I find the invoice for my {product}?',
      ],
      right:
        'The invoice for {order} is under "My orders" as a PDF, with VAT shown; you can change the billing address there for 14 days.',
      hasty: 'The invoice is in the parcel.',
    },
    german: {
      questions: [
        'Ich brauche eine Rechnung mit Mehrwertsteuer zu {order}.',
        'Wo finde ich die Rechnung für meinen Artikel {product}?',
      ],
      right:
        'Die Rechnung zu {order} liegt unter „Meine Bestellungen“ als PDF mit ausgewiesener Mehrwertsteuer; die Rechnungsadresse lässt sich dort 14 Tage lang ändern.',
      hasty: 'Die Rechnung liegt im Paket.',
    },
    spanish: {
      questions: [
        'Necesito una factura con IVA de {order}.',
        '¿Dónde encuentro la factura de mi {product}?',
      ],
      right:
        'La factura de {order} está en «Mis pedidos» en PDF, con el IVA desglosado; allí puede cambiar la dirección de facturación durante 14 días.',
      hasty: 'La factura está en el paquete.',
    },
  },
  damage: {
    english: {
      questions: [
        'My {product} arrived torn ({order}). What now?',
        'The parcel {order} was open and the {product} is scratched.',
      ],
      right:
        'I am sorry. Send two photos within {days} days, and we ship a new {product} at once; you need not return the damaged one.',
      hasty: 'Please send it back at your own cost.',
    },
    german: {
      questions: [
        'Mein Artikel {product} kam zerrissen an ({order}). Was nun?',
        'Das Paket {order} war offen und der Artikel {product} ist zerkratzt.',
      ],
      right:
        'Das tut mir leid. Senden Sie innerhalb von {days} Tagen zwei Fotos, dann verschicken wir sofort einen neuen Artikel {product}; den beschädigten müssen Sie nicht zurücksenden.',
      hasty: 'Bitte senden Sie ihn auf eigene Kosten zurück.',
    },
    spanish: {
      questions: [
        'Mi {product} llegó rota ({order}). ¿Y ahora?',
        'El paquete {order} estaba abierto y la {product} está rayada.',
      ],
      right:
        'Lo siento. Envíe dos fotos en {days} días y mandaremos enseguida una {product} nueva; no tiene que devolver la dañada.',
      hasty: 'Devuélvala por su cuenta.',
    },
  },
  stock: {
    english: {
      questions: [
        'When is the {product} back in stock?',
        'Do you still have two of the {product}?',
      ],
      right:
        'The {product} is back in about {days} days; press "Notify me" on its page and we write as soon as it is.',
      hasty: 'It is sold out.',
    },
    german: {
      questions: ['Wann ist der Artikel {product} wieder da?', 'Haben Sie noch zwei {product}?'],
      right:
        'Der Artikel {product} ist in etwa {days} Tagen wieder da; wählen Sie auf seiner Seite „Benachrichtigen“, dann schreiben wir Ihnen.',
      hasty: 'Er ist ausverkauft.',
    },
    spanish: {
      questions: ['¿Cuándo vuelve a haber {product}?', '¿Les quedan dos {product}?'],
      right:
        'La {product} vuelve en unos {days} días; pulse «Avísame» en su página y le escribiremos.',
      hasty: 'Está agotada.',
    },
  },
};

/** What has sizes and zippers, and tears. */
export const JACKETS = ['Nordkamm Shell', 'Halden Fleece', 'Skadi Parka', 'Polar Down Jacket'];

export const PRODUCTS = [
  'Fjordlight 2',
  'Kestrel 45',
  'Nordkamm Shell',
  'Aurora Lamp',
  'Basecamp Mug',
  'Ridgeline GTX',
  'Polar Down 800',
  'Trailmate 25',
];

/** What a polite answer begins and ends with. */
export const MANNERS: Readonly<
  Record<Language, { readonly opening: string; readonly closing: string }>
> = {
  english: {
    opening: 'Thank you for writing to Northwind Outfitters. I am happy to help you with this.',
    closing:
      'If anything else is unclear, reply to this message at any time. We wish you many good days outdoors!',
  },
  german: {
    opening: 'Vielen Dank für Ihre Nachricht an Northwind Outfitters. Ich helfe Ihnen gern weiter.',
    closing:
      'Wenn noch etwas unklar ist, antworten Sie jederzeit auf diese Nachricht. Wir wünschen Ihnen schöne Tage draußen!',
  },
  spanish: {
    opening: 'Gracias por escribir a Northwind Outfitters. Con mucho gusto le ayudo.',
    closing:
      'Si algo no queda claro, responda a este mensaje cuando quiera. ¡Le deseamos muchos buenos días al aire libre!',
  },
};
