import type { Scenario } from './conversation.ts';
import type { Language } from './people.ts';

/** Conversations of customers who write in another language than English. */
export const OTHER_LANGUAGES: Readonly<Record<Exclude<Language, 'english'>, readonly Scenario[]>> =
  {
    german: [
      {
        topic: 'cancellation',
        agent: 'orders_agent',
        turns: [
          {
            says: [
              'Ich möchte meine Bestellung {order} stornieren, bevor sie das Lager in {warehouse} verlässt.',
              'Bitte stornieren Sie {order}, ich habe doppelt bestellt.',
            ],
            tools: ['lookup_order', 'update_order'],
            answers: [
              'Erledigt: {order} ist storniert, **{total}** gehen auf Ihre Karte zurück (Vorgang {refund}). Die Bestätigung kommt an {email}.',
            ],
          },
          {
            says: ['Wie lange dauert die Rückzahlung?', 'Danke! Bis wann ist das Geld da?'],
            tools: ['search_help'],
            answers: [
              'In der Regel drei bis fünf Werktage, je nach Bank. Unter {refund} sehen Sie den Stand in „Meine Bestellungen“.',
            ],
          },
        ],
      },
      {
        topic: 'delivery',
        agent: 'orders_agent',
        turns: [
          {
            says: [
              'Wo bleibt {order}? Laut E-Mail sollte das Paket längst in {city} sein.',
              'Guten Tag, wann kommt meine Bestellung {order} ({product}) vom {placed} an?',
            ],
            tools: ['lookup_order', 'track_parcel'],
            answers: [
              'Ihr Paket ist bei {carrier} in {hub} eingetroffen und wird voraussichtlich am **{eta}** zugestellt. Die Sendungsnummer lautet {tracking}.',
            ],
          },
          {
            says: [
              'Am {eta} bin ich nicht zu Hause. Geht auch eine Packstation?',
              'Kann der Bote es bei den Nachbarn abgeben?',
            ],
            tools: ['search_help'],
            answers: [
              'Ja, das stellen Sie bis zum Vorabend auf der Sendungsseite von {carrier} um. Von hier aus kann ich die Zustellung leider nicht ändern.',
            ],
          },
          {
            says: ['Alles klar, vielen Dank!'],
            tools: [],
            answers: ['Gern geschehen, {name}. Viel Freude draußen!'],
          },
        ],
      },
      {
        topic: 'damage',
        agent: 'returns_agent',
        turns: [
          {
            says: [
              'Beim Artikel {product} aus {order} ist eine Naht offen. Was kann ich tun?',
              'Der Karton kam offen an und {product} hat einen Riss ({order}).',
            ],
            tools: ['lookup_order', 'check_stock'],
            answers: [
              'Das tut mir leid. Wir haben {stock} Stück in {warehouse} und schicken Ihnen Ersatz, Ankunft am {eta}. Senden Sie mir bitte ein Foto des Schadens?',
            ],
          },
          {
            says: [
              'Foto ist per E-Mail unterwegs.',
              'Muss ich den beschädigten Artikel zurückschicken?',
            ],
            tools: ['update_order', 'create_ticket'],
            answers: [
              'Danke. Der Ersatz geht heute raus, den beschädigten Artikel müssen Sie nicht zurücksenden. Ihr Vorgang ist {ticket}.',
            ],
          },
        ],
      },
    ],
    french: [
      {
        topic: 'delivery',
        agent: 'orders_agent',
        turns: [
          {
            says: [
              'Bonjour, où en est ma commande {order} ? Elle devait arriver à {city} cette semaine.',
              'Je n’ai toujours pas reçu {product} (commande {order} du {placed}).',
            ],
            tools: ['lookup_order', 'track_parcel'],
            answers: [
              'Votre colis est arrivé au centre de tri de {hub}. {carrier} prévoit la livraison le **{eta}** ; le numéro de suivi est {tracking}.',
            ],
          },
          {
            says: ['Je serai absente le {eta}. Que faire ?', 'Et si personne n’est là ?'],
            tools: ['search_help'],
            answers: [
              'Vous pouvez choisir un point relais sur la page de suivi de {carrier} jusqu’à la veille au soir. Le colis y reste sept jours.',
            ],
          },
        ],
      },
      {
        topic: 'returns',
        agent: 'returns_agent',
        turns: [
          {
            says: [
              'Je souhaite renvoyer {product} de la commande {order}. Est-ce gratuit ?',
              'L’article {product} ne me convient pas, comment le retourner ({order}) ?',
            ],
            tools: ['lookup_order', 'create_return'],
            answers: [
              'Oui, le retour est gratuit pendant 30 jours. L’étiquette {label} est partie à {email} ; nous remboursons **{total}** dès réception.',
            ],
          },
          {
            says: [
              'Je dépose le colis aujourd’hui. Quand serai-je remboursé ?',
              'Combien de temps pour le remboursement ?',
            ],
            tools: ['search_help'],
            answers: [
              'Comptez trois à cinq jours ouvrés après l’arrivée du colis à {warehouse}, sur le moyen de paiement d’origine.',
            ],
          },
        ],
      },
    ],
    spanish: [
      {
        topic: 'exchange',
        agent: 'returns_agent',
        fits: ({ size }) => size !== null,
        turns: [
          {
            says: [
              '¿Puedo cambiar la talla del pedido {order}? La {size} me queda pequeña. Gracias 🙏',
              'Compré {product} en la talla {size} ({order}) y necesito la {newSize}.',
            ],
            tools: ['lookup_order', 'check_stock'],
            answers: [
              'Sí, quedan {stock} en la talla {newSize}, color {color}. ¿Le envío la etiqueta de devolución y reservo la nueva?',
            ],
          },
          {
            says: ['Sí, por favor.', 'Perfecto, adelante.'],
            tools: ['create_return', 'update_order'],
            answers: [
              'Hecho: la etiqueta {label} está en {email} y la talla {newSize} sale hoy con {carrier}.',
            ],
          },
        ],
      },
      {
        topic: 'delivery',
        agent: 'orders_agent',
        turns: [
          {
            says: [
              '¿Dónde está mi pedido {order}? Lo esperaba en {city} esta semana.',
              'Hola, ¿cuándo llega {product}? Pedido {order}.',
            ],
            tools: ['lookup_order', 'track_parcel'],
            answers: [
              'Su paquete está en {hub} y {carrier} lo entregará el **{eta}**. Número de seguimiento: {tracking}.',
            ],
          },
          {
            says: ['Muchas gracias.'],
            tools: [],
            answers: ['A usted, {first}. ¡Que lo disfrute!'],
          },
        ],
      },
    ],
    japanese: [
      {
        topic: 'delivery',
        agent: 'orders_agent',
        turns: [
          {
            says: [
              '注文番号 {order} の配送状況を教えてください。',
              '{placed}に注文した {product}（{order}）がまだ届きません。',
            ],
            tools: ['lookup_order', 'track_parcel'],
            answers: [
              'お荷物は {hub} の仕分けセンターに到着しており、{carrier} が**{eta}**にお届けする予定です。追跡番号は {tracking} です。',
            ],
          },
          {
            says: ['{eta}は不在です。日時を変更できますか。'],
            tools: ['search_help'],
            answers: ['前日の夜まで、{carrier} の追跡ページで受取日時を変更していただけます。'],
          },
        ],
      },
      {
        topic: 'returns',
        agent: 'returns_agent',
        turns: [
          {
            says: ['{order} の {product} を返品したいのですが、送料はかかりますか。'],
            tools: ['lookup_order', 'create_return'],
            answers: [
              '30日以内の返品は無料です。返送ラベル {label} を {email} にお送りしました。到着後、**{total}**を返金いたします。',
            ],
          },
          {
            says: ['わかりました。ありがとうございます。'],
            tools: [],
            answers: ['ご利用ありがとうございます。またのご注文をお待ちしております。'],
          },
        ],
      },
    ],
    arabic: [
      {
        topic: 'delivery',
        agent: 'orders_agent',
        turns: [
          {
            says: ['متى يصل طلبي رقم {order}؟', 'لم يصلني {product} بعد، رقم الطلب {order}.'],
            tools: ['lookup_order', 'track_parcel'],
            answers: [
              'وصلت شحنتك إلى مركز الفرز في {hub}، وستسلّمها {carrier} يوم **{eta}**. رقم التتبع: {tracking}.',
            ],
          },
          {
            says: ['لن أكون في المنزل ذلك اليوم. ماذا أفعل؟'],
            tools: ['search_help'],
            answers: [
              'يمكنك اختيار نقطة استلام من صفحة التتبع حتى مساء اليوم السابق، ويبقى الطرد فيها سبعة أيام.',
            ],
          },
        ],
      },
    ],
  };
